import type { TextKind } from './text.ts';

/** A word or pattern that VOICE rules out, and what to write instead. Patterns are matched without regard to case. */
export interface VoiceRule {
  readonly word: string;
  readonly pattern: RegExp;
  readonly instead: string;
  /** Kinds of text that it applies to. By default every kind except Markdown code blocks. */
  readonly kinds?: readonly TextKind[];
}

const everywhere: readonly TextKind[] = ['help', 'error', 'ui', 'string', 'prose', 'code'];
const terse: readonly TextKind[] = ['help', 'error', 'ui'];
const inSource: readonly TextKind[] = [...terse, 'string'];
const forContributors: readonly TextKind[] = ['comment', 'title'];

function word(name: string, instead: string, pattern = `\\b${name}\\b`): VoiceRule {
  return { word: name, pattern: new RegExp(pattern, 'gi'), instead };
}

/** Fine in a paragraph, too heavy for a message, a help line or a button. */
function heavy(name: string, instead: string, pattern = `\\b${name}\\b`): VoiceRule {
  return { ...word(name, instead, pattern), kinds: inSource };
}

/** Wrong in the comments and test titles of code, and either fine or rare elsewhere. */
function riddle(name: string, instead: string, pattern = `\\b${name}\\b`): VoiceRule {
  return { ...word(name, instead, pattern), kinds: forContributors };
}

/** Users read of a database; in the code, a store is what uses it. */
function userWord(name: string, instead: string, pattern = `\\b${name}\\b`): VoiceRule {
  return { ...word(name, instead, pattern), kinds: [...inSource, 'prose'] };
}

/** A name that was renamed before the first release. It is wrong in code blocks too. */
function oldName(name: string, instead: string, pattern: string): VoiceRule {
  return { word: name, pattern: new RegExp(pattern, 'g'), instead, kinds: everywhere };
}

const idiom: readonly VoiceRule[] = [
  word('mend', 'fix', '\\bmend(s|ed|ing)?\\b'),
  word('anew', 'again'),
  word('put right', 'fix', '\\bputs? (\\w+ )?right\\b'),
  word('somebody', 'the actor: you, a reviewer, another process'),
  word('whoever', 'the actor: you, a reviewer, another process'),
  word('nobody', 'the actor, or "no reviewer", "unassigned"'),
  word('anybody', 'anyone', '\\b(any|every)body\\b'),
  word('holder', 'owner, assigned reviewer', '\\bholders?\\b'),
  word('go on', 'continue, resume', '\\b(go|goes|going|gone|went) on\\b'),
  word('play again', 'retry, run again', '\\bplay(s|ed|ing)? (errors )?again\\b'),
  word('once more', 'again'),
  word(
    'stands',
    'is, appears',
    '\\b(stands|stood)\\b(?! for\\b)|\\bstand (in|at|on|beside|behind|under|alone|here|there)\\b',
  ),
  word('lies', 'is', '\\blies (in|at|on|beside|behind|outside|inside|between|within)\\b'),
  word('holds', 'contains, has, is true', '\\bholds\\b(?! (approximately|across|at every|for|if|true|when)\\b)'),
  word('held by', 'assigned to, owned by'),
  word('is gone', 'discarded, removed, no longer exists', '\\b(is|are|was|were|been) gone\\b'),
  word('beside', 'next to, with, in addition to'),
  word('says of', 'says about', '\\b(says?|said) of\\b'),
  word('put to', 'sent to', '\\bput to (the|a|an|each|every|its) (judge|target|model|agent)s?\\b'),
  word('set against', 'compared with'),
  word('come along', 'are copied, are included', '\\b(comes?|came|go|goes) along\\b'),
  word('told apart', 'distinguished'),
  word('what is asked', 'the request, the prompt', '\\bwhat (is|was|were|are) asked\\b'),
  word('does not go with', 'does not work with', "\\b(not|n't) go with\\b|\\bgoes with\\b"),
  word('any more', 'no longer', '\\bany more(?=[.,;:)]|$)'),
  heavy('of which', 'a new sentence'),
  heavy('has to be', 'must be', '\\b(has|have) to (be|have)\\b'),
  heavy('may not', 'cannot, might not'),
  word('all the same', 'anyway, still', '(?<!\\b(are|is|were) )\\ball the same\\b'),
  heavy('for good', 'permanently', '\\bfor good(?=\\s*([.,;:!?)]|$))'),
  heavy('by itself', 'automatically', '\\bby (itself|themselves)\\b'),
  word('is told', 'reports, warns you', '\\b(is|are|was|were|be|been) told\\b'),
  word('tells', 'says, reports', '\\btells (what|how|which|where|why|who|nothing|more|of)\\b|\\btells[.,;]'),
  word('so many', 'n, how many'),
  word('put up with', 'allow, tolerate'),
  word('left aside', 'ignored', '\\b(left|leaves?|leaving) aside\\b'),
  word('so and so', 'n, a number'),
  word('dear', 'expensive, most expensive', '\\bdear(er|est)?\\b'),
  word('word by word', 'verbatim'),
  word('letter by letter', 'exactly'),
  word('for who', 'for reviewers, for team leads', '\\b(for|to|by|from) who\\b'),
  word('slip', 'mistake, common cause', '\\bslips?\\b'),
  word(
    'is no',
    'is not a',
    '(?<!\\bthere )\\b(is|are|was|were) no (?!longer\\b|more\\b|less\\b|better\\b|worse\\b|different\\b)',
  ),
  word(
    'a line (per line)',
    'per line',
    '\\bone \\w+ a (line|row|minute|second|deck|turn|case|day|commit|run|page|conversation|target|judge|person|file)\\b',
  ),
  word(
    'calls a minute',
    'per minute',
    '\\b(times|calls|tokens|requests|cases|replies|conversations|items|labels|limits|questions?) a (minute|second|day|line|run|turn|case|conversation|deck)\\b',
  ),
  word('also when', 'even when, even if', '\\balso (when|if|where|what)\\b'),
  word('save for', 'except for', '\\bsave for\\b'),
  word('belongs into', 'belongs in', '\\bbelongs? into\\b'),
  word('seldom', 'rarely'),
  word('commonest', 'most common'),
  word('meanwhile', 'in the meantime, since then'),
  word('turned round', 'inverted', '\\bturn(s|ed)? round\\b'),
  word('let go', 'release', '\\b(lets?|letting) go\\b'),
  word('let in', 'signed in', '\\blet in\\b'),
  word('speaks of', 'is about, covers', '\\b(speaks?|speaking|spoke) of\\b'),
  word('comes to an end', 'finishes, completes', '\\b(comes?|came|coming) to an end\\b'),
  word('to its end', 'until it finishes, completes, in full', '\\bto (its|their) end\\b'),
  word('further judge', 'additional judge, more labels', '\\bfurther (judge|label)s?\\b'),
  word('in words', 'as a sentence, as text, or nothing', '\\bin words\\b'),
  word('belongs to no', 'does not belong to any', '\\bbelongs? to no\\b'),
  word('is the error `', 'fails with `', '\\bis the error (?=[`⟨])'),
  word('takes long to', 'takes a long time to, is slow to', '\\b(takes?|took|taking) long to\\b'),
  word('comes out differently', 'flips, has a different result', '\\b(comes?|came|coming) out differently\\b'),
  word('who tries', 'if you try', '\\bwho (try|tries)\\b'),
  word('may stay empty', 'optional', '\\bmay stay empty\\b'),
  word('reckon', 'compute, estimate', '\\breckon(s|ed|ing)?\\b'),
  word('worth believing', 'minimum detectable difference', '\\b(worth believing|believe a difference)\\b'),
  word('carried on', 'error propagation'),
  word('cannot tell yet', 'inconclusive'),
  word('undecided', 'inconclusive, without a verdict'),
  word('how far people agree', 'inter-rater agreement', '\\bhow far (people|raters) agree\\b'),
  word('look closer', 'Details'),
  word('such as:', 'for example:', '\\bsuch as:'),
  word('passes from', 'passing score', '\\bpasses from\\b'),
  word(
    '1 step at most',
    'at most 1 step',
    '(\\b(one|two|\\d+)|⟩) (?!(is|are|and|has|have|or|must|writes|loses)\\b)[a-z-]+ at (least|most)(?=[.,;:)]|$)',
  ),
  word('blanks', 'spaces', '\\bblanks\\b|\\b(not followed by|without) a blank\\b'),
  word('give yourself', 'check the permissions'),
  word('300 000', '300,000', '(?<![\\d⟩.:-])\\b\\d{1,3} \\d{3}\\b(?=[ ,.;)]|$)'),
  word('archaic adverb', 'a plain sentence', '\\b(thereof|therein|hereby|whereby|thereby|hitherto|henceforth)\\b'),
  word('Type: turnwise', 'Run: turnwise', '\\btype:? (`?(turnwise|npm|npx|node)\\b|--\\w|`⟨⟩)'),
  word('12 %', '12%', '(?<=[\\d⟩]) %(?=[\\s.,;:)\\]]|$)'),
  word('95% interval', '95% CI', '\\d ?% (confidence )?intervals?\\b'),
];

const spelling: readonly VoiceRule[] = [
  word(
    'British -our',
    '-or (behavior, color)',
    '\\b(behavi|col|fav|hon|neighb|flav|lab)our(?!s? of love)(s|ed|ing|ite|able|ites|al)?\\b',
  ),
  word(
    'British -ll-',
    'a single l (labeled, canceled)',
    '\\b(un)?(labell|modell|cancell|travell|signall|totall|initiall)(ed|ing)\\b',
  ),
  word(
    'British -ise',
    '-ize',
    '\\b(analys|optimis|organis|recognis|summaris|normalis|serialis|initialis|minimis|maximis|prioritis|customis|categoris|standardis|visualis|randomis)(e|ed|ing|ation|ations)\\b',
  ),
  word('judgement', 'judgment', '\\bjudgements?\\b'),
  word(
    'British spelling',
    'American spelling',
    '\\b(centre[ds]?|grey|licence|defence|programmes?|practise|whilst|amongst|fulfil|learnt|spelt|afterwards|towards)\\b',
  ),
];

const vocabulary: readonly VoiceRule[] = [
  userWord('the store', 'the database', '\\b(the|a|another|no) store\\b'),
  word('figures', 'metrics'),
  word('once key', 'idempotency key', '\\bonce[- ]keys?\\b'),
  oldName('--store', '--db', '--store\\b'),
  oldName('--as', '--user', '--as (<|[a-z])'),
  oldName('--gate-against', '--baseline', '--gate-against\\b'),
  oldName('--fail-on worse', '--fail-on-regression', '--fail-on\\b(?!-)'),
  oldName('--retry errors', '--retry-errors', '--retry\\b(?!-)'),
  oldName('--docs', '--documents', '--docs\\b'),
  oldName('--question <deck>', '--deck <deck>', '--question (<|⟨|overall|\\S+\\.(md|toml))'),
  oldName('--model', '--judge', '--model\\b'),
  oldName('show <file>', 'preview <file>', '\\bturnwise show [^\\s`]+\\.(ya?ml|jsonl?|md|toml)\\b'),
  oldName('folds', 'aggregate', '\\bfolds\\b'),
  oldName('dearest', 'mostExpensive', '\\bdearest\\b'),
  oldName('judgements', 'judgments', '\\b[jJ]udgements?\\b'),
  oldName('unlabelled', 'unlabeled', '\\bunlabelled\\b'),
  oldName('cost_usd', 'costUsd', '\\b(cost_usd|by_tag|by_turns|by_position)\\b'),
  oldName('toSee', 'toDetect', '\\btoSee\\b'),
  oldName('not trusted (state)', 'not-trusted', '"not trusted"'),
];

const riddles: readonly VoiceRule[] = [
  riddle('told', 'passed, reported, distinguished', '(?<!\\b(is|are|was|were|be|been) )\\btold\\b(?! apart)'),
  riddle('stand', 'be, appear', '\\bstand(?! (for|alone|out|in|at|on|beside|behind|under|here|there))\\b'),
  riddle(
    'hold',
    'contain',
    '\\b(hold (a|an|the|what|it|them|no|only|all|every|nothing|one|more|their|its)|lie (in|at|on|between|within))\\b',
  ),
  riddle('Who …', 'the actor first', '(?<=^\\s*|[.:;] )Who(?!se| is | are | has )\\b(?![^.]*\\?)'),
  {
    // A title may begin with it: it continues the title of its group.
    ...riddle('Of each …', 'the noun first', '(?<=^\\s*|[.] )Of (a|an|the|each|every|all|those|these|its|one|two)\\b'),
    kinds: ['comment'],
  },
  riddle('The same of …', 'what it is, without the comment above', '(?<=^\\s*|[.] )The same (of|for|with|as above)\\b'),
  riddle('is there', 'exists, is present', '\\b((is|are|was|were) there(?=[.,;:)]|$)|not there\\b(?! (is|are)))'),
  riddle('what waits', 'what is pending', '\\bwhat(ever)? waits\\b'),
  riddle('what came of', 'the result', '\\bwhat (comes|came|becomes|became) of\\b'),
  riddle('beat', 'heartbeat', '(?<!to )\\bbeats?\\b'),
  riddle(
    'cannot tell',
    'cannot distinguish, is unknown',
    "\\bcan(not|'t)? tell\\b|\\btells? (it|them|one|two|a|an) (apart|from)\\b",
  ),
  riddle('in peace', 'unchanged', '\\bin peace\\b'),
  riddle('in the midst', 'in the middle, during', '\\bin the midst\\b'),
];

const punctuation: readonly VoiceRule[] = [
  { word: ';', pattern: /;(?=\s+[\p{L}`"(⟨]|\s*$)/gu, instead: 'a period, and a new sentence', kinds: terse },
];

export const voiceRules: readonly VoiceRule[] = [...idiom, ...riddles, ...spelling, ...vocabulary, ...punctuation];
