/**
 * Two of Marked's rules without addresses of mail. Those are text here in any case, and to find them Marked looks from
 * each letter for an @ behind it.
 */
export const linearRules = {
  /** Up to the next sign that may mean something. A single line break is one that somebody typed. */
  text: /^(`+|~+|[^`~])(?:(?=[`~])|(?= *\n)|[\s\S]*?(?:(?=[\\<![`*~_]|\b_|(?<! ) *\n|(?:[hH][tT][tT][pP][sS]?|[fF][tT][pP]):\/\/|(?<![^\s*_~(])www\.|$)|[^ ](?= *\n)))/,
  url: /^((?:[hH][tT][tT][pP][sS]?|[fF][tT][pP]):\/\/|www\.)[a-zA-Z0-9-][^\s<]*/,
};
