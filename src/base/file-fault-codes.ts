/** The error codes of files of any kind: reading, writing and syntax. */
export const fileFaultCodes = {
  FILE_MISSING:
    'The file does not exist. Turnwise looks for a path in an eval file next to that file, then in each parent folder up to the project root. A path on the command line is relative to the current folder. Fix the path, or create the file.',
  FILE_NOT_A_FILE: 'The path is a folder, a pipe or a device, but a regular file is needed.',
  FILE_UNREADABLE: "Permission denied. Check the file's permissions, for example with `chmod u+r`.",
  FILE_OUTSIDE_ROOT: 'The path or a symbolic link leaves the project root. Copy the file into the project.',
  FILE_SECRET:
    'The file may contain secrets. Turnwise never attaches or includes .env files, private keys, password files, or anything in .git and .turnwise. Copy the part you need to a file with another name.',
  FILE_TOO_BIG:
    'The file exceeds the size limit: 10 MB for an attachment, 16 MB for YAML, 64 MB for other files that are read whole. Attach only the part that matters. For many cases, samples or items, use a .jsonl file with one per line.',
  FILE_NOT_UTF8: 'The file is not valid UTF-8 text. Save it as UTF-8. If it is an image, use `type: image`.',
  FILE_UNKNOWN_KIND:
    'Turnwise cannot tell the file type from the name or the top-level keys, or the file is in a format of another tool that Turnwise does not read. If the message names the format, the hint says what to do. Otherwise use a known suffix, such as .eval.yaml.',
  FILE_EMPTY: 'The file is empty. Add content, or delete the file.',
  FILE_NONE_FOUND:
    'The folder contains no files that Turnwise recognizes. Use a known suffix, such as .eval.yaml, or name the file directly.',
  FILE_NOT_WRITTEN:
    'The operating system refused to write the file. Choose a folder that you can write to and that has free space.',
  FILE_TOO_MANY_PROBLEMS:
    'The file has more problems than Turnwise lists. Fix the ones listed, then run `turnwise validate` again.',
  YAML_SYNTAX:
    'The text is not valid YAML. Check the line in the message and the line above it. Common causes: wrong indentation, a dash not followed by a space, an unclosed quote.',
  YAML_TAB: 'A line is indented with a tab, which YAML does not allow. Use spaces.',
  YAML_DUPLICATE_KEY: 'A key appears twice in one mapping. Remove one, or start a new list item with a dash.',
  YAML_NEEDS_QUOTES: 'A value contains ": " or another character that is special in YAML. Put the value in quotes.',
  YAML_TOO_MANY_ALIASES:
    'The aliases expand beyond the limit, or an alias refers to itself. Write the values out, or move them to a file.',
  YAML_BAD_ALIAS:
    'An alias refers to an anchor that is not defined above it. Fix the name. Text that starts with * needs quotes.',
  YAML_BAD_KEY: 'A mapping key is not plain text, or is a reserved name such as __proto__. Rename it.',
  JSON_SYNTAX:
    'The text is not valid JSON. Check the line in the message and the line above it. Common causes: a trailing comma, single quotes, a comment. In a .jsonl file, each line is one complete object.',
  JSON_DUPLICATE_KEY: 'A key appears twice in one object. Remove one.',
  JSON_BAD_KEY: 'An object key is a reserved name such as __proto__. Rename it.',
  TOML_SYNTAX:
    'The text is not valid TOML. Check the line in the message and the line above it. Common causes: unquoted text, `:` instead of `=`, a key defined twice.',
  TOML_BAD_KEY: 'A table key is a reserved name such as __proto__. Rename it.',
  FILE_TOO_DEEP: 'The data is nested more than 100 levels deep. Flatten it, or attach it as a file.',
  LABEL_MISSING_COLUMN:
    'A file of labels lacks a column: an item, sample or run to score, a rater, or a score. Write it in the first line, or name your column with a flag.',
  LABEL_BAD_ROW:
    'Turnwise cannot read a row of labels: it has the wrong number of cells, an unclosed quote, or a blank or invalid value. Fix the row.',
  LABEL_BAD_TURN:
    'The label names a turn that the conversation does not have, or that is not a reply. The column turn counts from 1 over all messages, and turnIndex from 0.',
  LABEL_AMBIGUOUS_ITEM: 'Several datasets have an item with this id. Add a column dataset, or --dataset <name>.',
  LABEL_UNKNOWN_QUESTION: 'There is no deck at this path. Fix the path, or write overall for a score from -3 to 3.',
  LABEL_UNKNOWN_CASE:
    'The run has no reply by this target to this case. Check the columns run, case, target and repeat.',
  LABEL_TWICE: 'A rater gives two different scores for one thing in one file. Keep one of the rows.',
  LABEL_NONE: 'The file has no scores. Write one label per row.',
} as const satisfies Record<string, string>;
