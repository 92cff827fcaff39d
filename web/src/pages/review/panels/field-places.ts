/** The names of fields that a key leads to, whatever stands in the item. */
export const fieldPlaces = {
  findDocument: 'find-document',
  addTag: 'add-tag',
  reason: 'reason',
  comment: 'comment',
  addTurn: 'add-turn',
  excerpt: 'excerpt',
} as const;
