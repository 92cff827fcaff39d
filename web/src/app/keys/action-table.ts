/** Where an action can be done. `everywhere` is always open; of the others, one page at a time. */
export type ActionScope =
  | 'everywhere'
  | 'home'
  | 'review'
  | 'explorer'
  | 'history'
  | 'datasets'
  | 'import'
  | 'tags'
  | 'snapshots'
  | 'merge';

export interface ActionSpec {
  /** In the order they are shown. One key (`a`, `?`, `ArrowDown`), with `Shift+`, `Mod+` (Ctrl, ⌘) or `Alt+`, or two in a row (`g r`). */
  readonly keys: readonly string[];
  readonly label: string;
  readonly scope: ActionScope;
  /** Also fires while somebody types. Only keys with Mod or Alt, and Escape, may. */
  readonly whileTyping?: true;
  /** Again and again while the key is held down: for walking through a list. */
  readonly repeats?: true;
}

/**
 * Every action of the Studio that has a key. Pages say what an action does with `useAction`; its key and its name
 * stand here alone, so that no two can take the same key: action-table.test.ts.
 */
export const actionTable = {
  'app.help': { keys: ['?'], label: 'Show the keys', scope: 'everywhere' },
  'app.palette': { keys: ['Mod+k'], label: 'Find a command', scope: 'everywhere', whileTyping: true },
  'app.theme': { keys: ['Shift+T'], label: 'Light, dark, or as the system', scope: 'everywhere' },
  'app.menu': { keys: ['Shift+M'], label: 'Make the menu narrow or wide', scope: 'everywhere' },
  'go.home': { keys: ['g h'], label: 'Go home', scope: 'everywhere' },
  'go.review': { keys: ['g r'], label: 'Go to the review queue', scope: 'everywhere' },
  'go.explorer': { keys: ['g e'], label: 'Go to the explorer', scope: 'everywhere' },
  'go.datasets': { keys: ['g d'], label: 'Go to the datasets', scope: 'everywhere' },
  'go.import': { keys: ['g i'], label: 'Import conversations', scope: 'everywhere' },
  'go.tags': { keys: ['g t'], label: 'Go to the tags', scope: 'everywhere' },
  'go.snapshots': { keys: ['g s'], label: 'Go to the snapshots', scope: 'everywhere' },
  'home.review': { keys: ['r'], label: 'Go on reviewing', scope: 'home' },
  'home.take-more': { keys: ['m'], label: 'Take 10 to review', scope: 'home' },
  'review.next-turn': { keys: ['j', 'ArrowDown'], label: 'Next turn', scope: 'review', repeats: true },
  'review.previous-turn': { keys: ['k', 'ArrowUp'], label: 'Previous turn', scope: 'review', repeats: true },
  'review.edit': { keys: ['e', 'Enter'], label: 'Edit the turn', scope: 'review' },
  'review.end-edit': {
    keys: ['Escape'],
    label: 'End editing, or take back a score',
    scope: 'review',
    whileTyping: true,
  },
  'review.key': { keys: ['y'], label: 'Answer key of the turn', scope: 'review' },
  'review.check-again': { keys: ['Shift+Y'], label: 'The answer key holds: checked again', scope: 'review' },
  'review.insert-after': { keys: ['o'], label: 'Insert a turn after this one', scope: 'review' },
  'review.insert-before': { keys: ['Shift+O'], label: 'Insert a turn before this one', scope: 'review' },
  'review.delete-turn': { keys: ['x'], label: 'Delete the turn', scope: 'review' },
  'review.move-up': { keys: ['Alt+ArrowUp'], label: 'Move the turn up', scope: 'review' },
  'review.move-down': { keys: ['Alt+ArrowDown'], label: 'Move the turn down', scope: 'review' },
  'review.role': { keys: ['Shift+S'], label: 'Change who speaks in the turn', scope: 'review' },
  'review.copy': { keys: ['Shift+C'], label: 'Copy the text of the turn', scope: 'review' },
  'review.find': { keys: ['/'], label: 'Find in this conversation', scope: 'review' },
  'review.approve': { keys: ['a'], label: 'Approve', scope: 'review' },
  'review.save': { keys: ['Mod+s'], label: 'Save now', scope: 'review', whileTyping: true },
  'review.merge': { keys: ['Shift+G'], label: 'Merge with what somebody else changed', scope: 'review' },
  'review.agree': { keys: ['Shift+A'], label: 'Change what somebody else is reviewing', scope: 'review' },
  'review.discard': { keys: ['Shift+Z'], label: 'Discard changes to what somebody else is reviewing', scope: 'review' },
  'review.skip': { keys: ['s'], label: 'Skip', scope: 'review' },
  'review.reopen': { keys: ['u'], label: 'Reopen as a draft', scope: 'review' },
  'review.duplicate': { keys: ['Shift+D'], label: 'Duplicate the conversation', scope: 'review' },
  'review.delete': { keys: ['Shift+X'], label: 'Delete the conversation', scope: 'review' },
  'review.restore': { keys: ['Shift+R'], label: 'Restore the conversation', scope: 'review' },
  'review.undo': { keys: ['Mod+z'], label: 'Undo', scope: 'review', repeats: true },
  'review.redo': { keys: ['Shift+Mod+z'], label: 'Redo', scope: 'review', repeats: true },
  'review.history': { keys: ['h'], label: 'History of the conversation', scope: 'review' },
  'review.queue': { keys: ['q'], label: 'Show or hide the queue', scope: 'review' },
  'review.queue-filter': { keys: ['v'], label: 'Queue: all, blocked or ready', scope: 'review' },
  'review.panels': { keys: ['p'], label: 'Show or hide the panels', scope: 'review' },
  'review.check': { keys: ['b'], label: 'Show what blocks approval', scope: 'review' },
  'review.next-missing': { keys: ['n'], label: 'Go to the next thing that is missing', scope: 'review' },
  'review.mend': { keys: ['Shift+N'], label: 'Add what is missing, where one step does it', scope: 'review' },
  'review.refs': { keys: ['r'], label: 'Show the references', scope: 'review' },
  'review.find-document': { keys: ['f'], label: 'Find a document to refer to', scope: 'review' },
  'review.excerpt': { keys: ['Shift+F'], label: 'Pick an excerpt of the reference', scope: 'review' },
  'review.next-ref': { keys: ['.', ']'], label: 'Next reference of the turn', scope: 'review', repeats: true },
  'review.previous-ref': { keys: [',', '['], label: 'Previous reference of the turn', scope: 'review', repeats: true },
  'review.open-ref': { keys: ['d o'], label: 'Open the reference', scope: 'review' },
  'review.edit-ref': { keys: ['d e'], label: 'Edit the reference', scope: 'review' },
  'review.bonus': { keys: ['d b'], label: 'The reference is a bonus, or needed', scope: 'review' },
  'review.send-ref': { keys: ['d m'], label: 'Move or copy the reference', scope: 'review' },
  'review.remove-ref': { keys: ['d x'], label: 'Remove the reference', scope: 'review' },
  'review.tags': { keys: ['t'], label: 'Show the tags', scope: 'review' },
  'review.labels': { keys: ['l'], label: 'Show the scores', scope: 'review' },
  'review.score-place': { keys: ['Shift+L'], label: 'Score the turn, or the whole conversation', scope: 'review' },
  'review.next-question': { keys: ['Shift+Q'], label: 'Score by the next question', scope: 'review' },
  'review.score-1': { keys: ['1'], label: 'Score: first step, or 1 of 0 to 10', scope: 'review' },
  'review.score-2': { keys: ['2'], label: 'Score: second step, or 2 of 0 to 10', scope: 'review' },
  'review.score-3': { keys: ['3'], label: 'Score: third step, or 3 of 0 to 10', scope: 'review' },
  'review.score-4': { keys: ['4'], label: 'Score: fourth step, or 4 of 0 to 10', scope: 'review' },
  'review.score-5': { keys: ['5'], label: 'Score: fifth step, or 5 of 0 to 10', scope: 'review' },
  'review.score-6': { keys: ['6'], label: 'Score: sixth step, or 6 of 0 to 10', scope: 'review' },
  'review.score-7': { keys: ['7'], label: 'Score: seventh step, or 7 of 0 to 10', scope: 'review' },
  'review.score-8': { keys: ['8'], label: 'Score: eighth step, or 8 of 0 to 10', scope: 'review' },
  'review.score-9': { keys: ['9'], label: 'Score: ninth step, or 9 of 0 to 10', scope: 'review' },
  'review.score-10': { keys: ['0'], label: 'Score: tenth step, or 0 of 0 to 10', scope: 'review' },
  'review.score-11': { keys: ['='], label: 'Score: eleventh step, or 10 of 0 to 10', scope: 'review' },
  'review.reason': { keys: ['w'], label: 'Say why you gave the score', scope: 'review' },
  'review.comment': { keys: ['c'], label: 'Write a comment', scope: 'review' },
  'review.instructions': { keys: ['i'], label: 'Show the instructions', scope: 'review' },
  'review.take-more': { keys: ['m'], label: 'Ask for more to review', scope: 'review' },
  'review.next-item': { keys: ['Shift+J'], label: 'Next conversation of the queue', scope: 'review', repeats: true },
  'review.previous-item': {
    keys: ['Shift+K'],
    label: 'Previous conversation of the queue',
    scope: 'review',
    repeats: true,
  },
  'explorer.search': { keys: ['/'], label: 'Search the texts', scope: 'explorer' },
  'explorer.new': { keys: ['n'], label: 'New conversation', scope: 'explorer' },
  'explorer.next': { keys: ['j', 'ArrowDown'], label: 'Next row', scope: 'explorer', repeats: true },
  'explorer.previous': { keys: ['k', 'ArrowUp'], label: 'Previous row', scope: 'explorer', repeats: true },
  'explorer.review': { keys: ['Enter'], label: 'Open the row in review', scope: 'explorer' },
  'explorer.preview': { keys: ['p'], label: 'Show or hide the preview of the row', scope: 'explorer' },
  'explorer.close': { keys: ['Escape'], label: 'Close the preview', scope: 'explorer' },
  'explorer.history': { keys: ['h'], label: 'Show the history of the row', scope: 'explorer' },
  'explorer.duplicate': { keys: ['Shift+D'], label: 'Duplicate the conversation in the preview', scope: 'explorer' },
  'explorer.delete': { keys: ['Shift+X'], label: 'Delete the conversation in the preview', scope: 'explorer' },
  'explorer.restore': { keys: ['Shift+R'], label: 'Restore the conversation in the preview', scope: 'explorer' },
  'explorer.sort': { keys: ['s'], label: 'Go to the order of the list', scope: 'explorer' },
  'explorer.filters': { keys: ['f'], label: 'Go to the filters, or hide them', scope: 'explorer' },
  'explorer.clear': { keys: ['Shift+C'], label: 'Clear all filters', scope: 'explorer' },
  'explorer.columns': { keys: ['c'], label: 'Choose the columns', scope: 'explorer' },
  'explorer.export': { keys: ['Shift+E'], label: 'Export what the filters give', scope: 'explorer' },
  'history.newer': { keys: ['k', 'ArrowUp'], label: 'Newer revision', scope: 'history', repeats: true },
  'history.older': { keys: ['j', 'ArrowDown'], label: 'Older revision', scope: 'history', repeats: true },
  'history.whole': { keys: ['v'], label: 'See the conversation as it was, or what changed', scope: 'history' },
  'history.layout': { keys: ['d'], label: 'Differences in one text, or side by side', scope: 'history' },
  'history.restore': { keys: ['Shift+R'], label: 'Restore this revision', scope: 'history' },
  'history.review': { keys: ['e'], label: 'Open the conversation in review', scope: 'history' },
  'datasets.filter': { keys: ['/'], label: 'Filter the datasets', scope: 'datasets' },
  'datasets.new': { keys: ['n'], label: 'New dataset', scope: 'datasets' },
  'datasets.next': { keys: ['j', 'ArrowDown'], label: 'Next dataset', scope: 'datasets', repeats: true },
  'datasets.previous': { keys: ['k', 'ArrowUp'], label: 'Previous dataset', scope: 'datasets', repeats: true },
  'datasets.open': { keys: ['Enter'], label: 'Open the dataset', scope: 'datasets' },
  'datasets.save': { keys: ['Mod+s'], label: 'Save what was written', scope: 'datasets', whileTyping: true },
  'datasets.overview': { keys: ['o'], label: 'Overview of the dataset', scope: 'datasets' },
  'datasets.instructions': { keys: ['i'], label: 'Instructions of the dataset', scope: 'datasets' },
  'datasets.export': { keys: ['x'], label: 'Export of the dataset', scope: 'datasets' },
  'tags.groups': { keys: ['1'], label: 'Groups of tags', scope: 'tags' },
  'tags.meanings': { keys: ['2'], label: 'Meanings of tags', scope: 'tags' },
  'tags.listed': { keys: ['3'], label: 'Tags that are offered', scope: 'tags' },
  'tags.new': { keys: ['n'], label: 'New group or tag', scope: 'tags' },
  'tags.filter': { keys: ['/'], label: 'Filter the tags', scope: 'tags' },
  'tags.save': { keys: ['Mod+s'], label: 'Save the groups', scope: 'tags', whileTyping: true },
  'import.choose': { keys: ['o'], label: 'Choose files to import', scope: 'import' },
  'import.start': { keys: ['Mod+Enter'], label: 'Import the file', scope: 'import', whileTyping: true },
  'import.filter': { keys: ['f'], label: 'Show the next kind of verdict alone', scope: 'import' },
  'import.next': { keys: ['n'], label: 'Go to the next file', scope: 'import' },
  'import.remove': { keys: ['x'], label: 'Leave the file out', scope: 'import' },
  'snapshots.take': { keys: ['n'], label: 'Take a snapshot', scope: 'snapshots' },
  'snapshots.compare': { keys: ['c'], label: 'Compare the newest with the one before', scope: 'snapshots' },
  'snapshots.download': { keys: ['Shift+D'], label: 'Download the newest', scope: 'snapshots' },
  'snapshots.swap': { keys: ['x'], label: 'Compare the other way round', scope: 'snapshots' },
  'snapshots.layout': { keys: ['d'], label: 'Differences in one text, or side by side', scope: 'snapshots' },
  'merge.next': { keys: ['j', 'ArrowDown'], label: 'Next conflict', scope: 'merge', repeats: true },
  'merge.previous': { keys: ['k', 'ArrowUp'], label: 'Previous conflict', scope: 'merge', repeats: true },
  'merge.mine': { keys: ['m'], label: 'Take mine', scope: 'merge' },
  'merge.theirs': { keys: ['t'], label: 'Take theirs', scope: 'merge' },
  'merge.hand': { keys: ['e'], label: 'Write it by hand', scope: 'merge' },
  'merge.all-mine': { keys: ['a m'], label: 'Take all mine', scope: 'merge' },
  'merge.all-theirs': { keys: ['a t'], label: 'Take all theirs', scope: 'merge' },
  'merge.settle': { keys: ['Mod+Enter'], label: 'Settle the merge', scope: 'merge', whileTyping: true },
} as const satisfies Readonly<Record<string, ActionSpec>>;

export type ActionId = keyof typeof actionTable;
