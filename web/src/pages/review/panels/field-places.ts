/** Names of fields that a shortcut focuses, independent of the item. */
export const fieldPlaces = {
  findDocument: 'find-document',
  addTag: 'add-tag',
  score: 'score',
  reason: 'reason',
  comment: 'comment',
  addTurn: 'add-turn',
  role: 'role',
  quickFix: 'quick-fix',
} as const;
