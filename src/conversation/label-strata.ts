/** What strata of a draw are cut by. Never by what a judge said. */
export const strataNames = ['tags', 'turns', 'target'] as const;
export type StrataName = (typeof strataNames)[number];
