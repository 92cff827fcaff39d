import { fileFaultCodes } from './file-fault-codes.ts';

/**
 * Every error code with what happened, why, and what to do.
 * `docs/reference/faults.md` is generated from this list.
 */
export const faultCodes = {
  ...fileFaultCodes,
  EVAL_TOO_BIG: 'The YAML or JSON eval file exceeds 16 MB. Use a .eval.jsonl file with one case per line.',
  EVAL_UNKNOWN_KEY:
    'Unknown key in the eval file. Check the spelling. Check the indentation too: the key may belong one level up or down.',
  EVAL_MISSING_KEY: 'A required key is missing from the eval file. Add it.',
  EVAL_BAD_VALUE:
    'A value in the eval file has the wrong type or format. Fix the value that the message names. Common causes: a number without quotes where text is expected, a single value where a list is expected.',
  EVAL_NO_CASES: 'The eval file has no cases. Add `cases:` and a list under it. Start each case with a dash.',
  EVAL_DUPLICATE_ID: 'Two cases in one eval file have the same id, so their results would be mixed up. Rename one.',
  EVAL_DUPLICATE_GRADER: 'Two graders of one case have the same id, so their verdicts would be mixed up. Rename one.',
  EVAL_BAD_REGEX: 'A regular expression is not valid RE2. Fix it. RE2 has no lookahead, lookbehind or backreferences.',
  EVAL_BAD_SCHEMA:
    "Turnwise cannot use a grader's JSON Schema. Use draft 2020-12, or set $schema to 2019-09, draft-07 or draft-06. Write patterns in RE2. Keep every $ref inside the schema, because nothing is fetched.",
  EVAL_JUDGE_SEES_LATER:
    'The deck shows the whole conversation, but the grader grades single replies. The judge would see later turns. Set `when: conversation` on the grader, or `sees = "history"` in the deck.',
  EVAL_OUTCOME_NOT_JUDGED:
    'A case has an outcome and other graders, but none of them is a judge or a program. Nothing checks the outcome. Add a `rubric` or `judge` grader, or remove the outcome.',
  EVAL_HISTORY_NOT_SENT:
    'A case has earlier messages, but the target gets only the last user message or nothing. Send it {{messages}} or {{question}}, write the messages as `turns`, or set `play: script`.',
  EVAL_NO_CONVERSATION_ID:
    "A case has several turns, but the target gets only the last user message and no conversation id. It cannot tell conversations apart. Add {{conversation_id}} to the target's body, url, headers or env.",
  EVAL_NOTHING_TO_ANSWER:
    'The last message comes from the assistant, so in reply mode there is nothing to answer. End with a user message, move the reply to expected_messages, or set `play: every-turn`.',
  EVAL_NO_TURNS:
    'There is nothing to play. The case lacks what its play mode needs: messages, turns or a simulated user. Add input_messages.',
  EVAL_MARKER_IN_TEXT:
    'A line of the text looks like a turn marker, such as "[User]:". A model could mistake it for a turn in the formatted question. Make it a separate message, or set `send: messages`.',
  EVAL_LOOKS_LIKE_PART:
    'The content is a mapping that looks like a part, but it would be sent as JSON. Put the part in a list: start it with a dash, and give it `type` and `value`.',
  EVAL_NEAR_ROLE:
    'The role is almost the same as a known one, so it may be a typo. Check the spelling. Turnwise accepts any role.',
  EVAL_BLANK: 'Every message of the case is empty, so the question would be empty. Add text to a message.',
  EVAL_FOREIGN_KEY:
    'Turnwise cannot honor part of an AgentV file. The message names the key and what is lost. Remove it, or leave it for AgentV.',
  EVAL_INCLUDE_CYCLE:
    'A file with cases takes its cases from itself, directly or through other files. Remove one reference.',
  EVAL_SIDECAR:
    'The YAML file has no cases of its own. It is the head of the .jsonl file with the same name. Name that file instead.',
  EVAL_FOREIGN_GRADER:
    'Turnwise cannot run this evaluator of an AgentV file and ignores it. The message names it and says why. Rewrite it as a grader that Turnwise has, or leave it for AgentV.',
  EVAL_PROGRAM_MISSING:
    'A grader runs a program that does not exist on this machine. Its verdicts are ungraded. Install the program, or fix its path. Paths start from the folder of the eval file, or from `cwd`.',
  EVAL_PROMPT_MISSING:
    "The file with a judge's prompt, named in an AgentV file, does not exist or cannot be read. The verdicts of that judge are ungraded, and everything else plays. Add the file, or fix its path.",
  EVAL_PROMPT_PLACEHOLDER:
    'A prompt of a judge has a placeholder that Turnwise does not fill, or does not show what the judge grades. Placeholders are written as {{question}} or ${question}. Use question, expected_outcome, reference_answer, candidate_answer, fullConversation, guidelines or refs.',
  TARGET_UNKNOWN:
    "The targets file has no target with this id. Turnwise uses the nearest targets.yaml, from the eval file's folder up to the project root. Fix the id, or add the target.",
  TARGETS_UNKNOWN_KEY: 'Unknown key for a target with this provider. Check the spelling.',
  TARGETS_MISSING_KEY: 'A target with this provider needs a key that is missing. Add it.',
  TARGETS_BAD_VALUE:
    'A value in the targets file has the wrong type or format. Fix the value that the message names. Common causes: an unknown provider name, a command written as one string instead of a list.',
  TARGETS_DUPLICATE_ID: 'Two targets have the same id. Rename one.',
  TARGETS_LITERAL_KEY:
    'The targets file contains a literal secret. Move it to the environment or .env, and name the variable in the file. If you already shared the file, revoke the secret.',
  TARGETS_NESTED_SHELL:
    'The command passes case text to a second shell or interpreter, as in `bash -c "… {PROMPT}"`, `eval` or `ssh`. That shell could execute the text. Pass the text on stdin, or as an argument after the script.',
  TARGETS_ENV_MISSING:
    'An environment variable that the target needs is not set. Set it, or add it to .env in the project root.',
  TARGETS_NOT_CACHED:
    'A target sets `cache: true`, but Turnwise does not cache its replies. Add a `version` to a command or http target. Otherwise remove `cache`: builtin and replay targets, and targets that get only the last user message, are never cached.',
  TARGETS_FOREIGN_KEY:
    'Turnwise ignores some keys of an AgentV target. The message names each key and what is lost without it.',
  TARGETS_UNUSABLE:
    'Turnwise has no adapter for this AgentV provider. Use `provider: command`, which can run any program.',
  RUN_UNKNOWN:
    'The database has no run with this id. List the runs with `turnwise runs`, or choose another database with --db.',
  RUN_BAD_GRADING:
    'The run has no grading with this number. Choose one of those in the message. 0 is the grading made during the run.',
  RUN_IMPORTED:
    'The run was imported from a file, so it has no eval file, graders or targets, and nothing to resume. Run an eval over its dataset to get new verdicts.',
  RUN_CHANGED: 'Cannot resume: inputs changed since the run started. Start a new run, or resume with --force.',
  RUN_NOTHING_SELECTED:
    'No cases match --case, --tag, --target and --limit. Change the filters. `turnwise preview <file>` lists the cases of a file.',
  RUN_NOT_AN_EVAL: 'The file contains no cases. Use an eval file: .eval.yaml, .eval.json or .eval.jsonl.',
  RUN_NO_TARGET: 'No target is set. Add `targets:` to the eval file, or pass --target.',
  RUN_NO_PRICE:
    '--budget-usd needs the price of every target. Add a `price` to the target, or limit the run with --max-calls.',
  RUN_JUDGE_KEPT:
    'A judge does not use the target from --judge, because its grader or deck sets `target`, which takes precedence. Remove `target` there, or remove --judge.',
  RUN_NO_WHOLE:
    'A grader of the whole conversation does not apply to a case that is played only in every-turn mode, where each reply is graded separately. It stays ungraded. Set `when: all` on the grader, or play the case as a script too.',
  RUN_NO_JUDGE:
    'A grader needs an LLM judge, but no judge target is set, so it stays ungraded. Add `judge: <target id>` to the eval file, or pass --judge.',
  RUN_UNCERTIFIED:
    'A judge has no certificate that is current and trusted. The message names the reason. Run the `turnwise calibrate … --gate` command in the hint. This is a warning, and an error with --require-certified.',
  CALIBRATION_UNKNOWN:
    'The database has no calibration with this id. It may have been removed. Calibrate again. Cached judge replies are reused.',
  COMPARE_SEVERAL_TARGETS:
    'The run has several targets, but a comparison needs one per run. Add it after the run: `<run>:<target>`.',
  TARGET_JSON_AS_TEXT:
    'A command with `output: text` printed a JSON object, so graders see the whole object. If one of its keys is the reply, set `output: json`.',
  COMPARE_OTHER_SEND:
    'The two runs sent different formats: one sent chat messages, the other the formatted question. To compare them anyway, name the format, as in `turnwise compare A:gpt:question B:gpt:messages`.',
  COMPARE_NO_PAIRS:
    'The runs have no cases in common, or one of them has no finished conversation. Cases are paired by eval name and case id. Compare runs of the same eval, or resume the unfinished run.',
  NOISE_NO_REPEATS:
    'Noise can be measured only on cases that were played more than once. Run them with --repeat, or name a run that has repeats.',
  GRADER_UNKNOWN:
    'No case of the run has this grader. Use the id of a grader, its id without the turn, its kind, or its deck file.',
  GRADE_NOTHING:
    'The run has nothing to re-grade. It has no replies, or its cases were removed or changed since it was played. Start a new run.',
  GRADE_CASE_CHANGED:
    'A case was removed from its file or changed since it was played, so the stored replies no longer match it. It keeps its old verdicts. To grade the case as it is now, run it again.',
  STORE_RUN_HELD:
    'Another process is writing to this run. Wait for it, or stop it. If it died, its lease expires after 60 seconds.',
  STORE_LOCKED: 'Another program kept the database locked for too long. Close that program and try again.',
  STORE_FULL:
    'The disk is full, so Turnwise cannot save anything more. Everything saved so far is safe. Free some space, then resume the run or send the change again.',
  STORE_REPLACED:
    'The database file was removed, moved or replaced while Turnwise was using it. Turnwise stopped reading and writing. Put the file back, or restart to use the new file.',
  STORE_MADE_PRIVATE:
    'Other users of this machine could read the database. Turnwise restricted it to you. To share it with a group, set the set-group-id bit on its folder.',
  STORE_UNREADABLE:
    'Turnwise cannot use this file as its database: it is not a Turnwise database, or you are not allowed to open or write it. Choose another with --db.',
  STORE_NEWER: 'A newer Turnwise wrote this database. Install that version, or choose another with --db.',
  TARGET_UNREACHABLE:
    'Turnwise could not reach a target: five identical connection errors and no reply. Start the target or fix its address, then resume.',
  TARGET_UNHEALTHY:
    'The health check of a target failed before the first call, so no case was run. Fix what it checks, or remove `healthcheck` from the target.',
  TARGET_BAD_CASSETTE: 'A line of the cassette was not written by --record. Record again, or remove the line.',
  TARGET_BAD_JSONPATH:
    'The `reply` of an http target is not valid JSONPath. Use an expression such as `$.choices[0].message.content`.',
  TARGET_NO_KEY:
    "The environment variable with the target's API key is not set. Set it, or add it to .env in the project root.",
  SAMPLES_UNKNOWN_KEY:
    'Unknown key in the sample file. Check the spelling. As a warning: the key looks like a typo, and its value was kept as metadata.',
  SAMPLES_MISSING_KEY: 'A required key is missing from the sample file. Add it.',
  SAMPLES_BAD_VALUE:
    'A value in the sample file has the wrong type or format. Write samples as `[[samples]]` or `[samples.<id>]` tables.',
  SAMPLES_RATER_COLUMNS:
    'A CSV file of samples has no column for scores, so Turnwise reads its columns of numbers as raters. Call them score_<rater> to say so.',
  SAMPLE_SKIPPED:
    'Turnwise cannot use the sample and skips it. With --strict this is an error. Fix what the message names, or delete the sample.',
  SAMPLE_OLD_FORM: 'The sample uses the old userMessage/assistantResponse pair. Write messages instead.',
  SAMPLE_DUPLICATE_ID:
    'Two samples have the same id. Rename one, or remove the id. Without one, Turnwise derives it from the messages.',
  SAMPLE_SCORE_CONFLICT: 'A sample has both score and expected.score, with different values. Keep expected.score.',
  SAMPLES_NONE_SELECTED: 'No samples match --split and --tag. Change them. The message lists the available values.',
  SAMPLE_IN_BOTH_SPLITS:
    'A conversation is in both the tune split and the test split. A judge tuned on it would look better than it is. Remove it from one split.',
  SAMPLE_COPIES:
    'Several samples have the same conversation. They count as one, so that the intervals stay valid. Remove the copies. If people scored them differently, write the scores as ratings of one sample.',
  SAMPLES_NONE: 'The deck has no samples. Pass some with --samples, or collect labels with --request-labels.',
  SAMPLES_NONE_VALID: 'None of the samples can be used. Fix the samples that the warnings name.',
  DECK_UNKNOWN_KEY: 'Unknown key in the deck or in one of its contexts. Check the spelling.',
  DECK_MISSING_KEY: 'A required key is missing from the deck or a context. A context needs assistantQuestion.',
  DECK_BAD_VALUE:
    'A value in the deck has the wrong type or format. Fix the value that the message names. Common causes: a scale from high to low, a passing score outside the scale.',
  DECK_INCLUDE_CYCLE: 'A deck includes itself, directly or through other files. Remove one include of the chain.',
  DECK_INCLUDE_MISSING:
    'A file that the deck includes does not exist. Paths are relative to the file with the include. Fix the path, or create the file.',
  DECK_TOO_BIG:
    'The deck includes too many files or too much text. Shorten it. A judge pays less attention to long instructions.',
  DECK_ANCHOR_MISSING: 'An included file has no such heading, table or sample. Fix the name after the `#`.',
  DECK_NOT_A_GRADER:
    'No context of the file shows the conversation, so it cannot be used as a judge. Declare `[contexts.fullConversation]` in a TOML file that it includes. If the file is a prompt for something else, leave it as it is.',
  DECK_LAST_EXCHANGE: 'The judge sees only the last exchange. To show all, declare `[contexts.fullConversation]`.',
  DECK_UNKNOWN_CONTEXT:
    'The deck declares a context that Turnwise does not provide and that has no default. Turnwise skips it. Fix its name, give it a default, or remove it.',
  DECK_NOT_CALIBRATABLE:
    'The deck declares a context that its samples do not provide, so it cannot be calibrated on them. Add the value to `expected` in the samples, or give the context a default.',
  DECK_EMPTY: 'The deck has no instructions for the judge. Describe under the front matter what to grade and how.',
  CALIBRATE_LEAK:
    'The deck uses the `expected` context, but these samples contain only the human score, which a judge must not see. Add other data to `expected`, such as a reference, or give the context a default.',
  RATINGS_MISSING_COLUMN:
    'A ratings file needs the columns unit, rater and score. Write them in the first line. In JSON Lines, use these keys on every line.',
  RATINGS_UNKNOWN_COLUMN:
    'Turnwise ignores this column, because it is not unit, rater, score or conversation. If it is a typo, fix the name.',
  RATINGS_BAD_ROW:
    'Turnwise cannot read a row of ratings: it has the wrong number of cells, an unclosed quote, or no unit or rater. Fix the row.',
  RATINGS_BAD_SCORE:
    'The score is not a number, or is not on the given scale. Leave a missing score blank. Scores that are names need --level nominal.',
  RATINGS_TWICE: 'A rater rated a unit twice, or a unit is in two conversations. Keep one of the rows.',
  RATINGS_NONE:
    'There are no scores to compare. Write one rating per row, with unit, rater and score. In a sample file, write ratings = [{ rater = …, score = … }].',
  AGREEMENT_NO_LABELS:
    'The dataset has no labels for this deck. Collect some with `turnwise label`. The message lists the decks that have labels.',
  CERTIFICATE_UNKNOWN_KEY:
    'Unknown key in the certificate file. Turnwise writes these files, so do not edit them. Restore the file from version control, or delete it and run `turnwise calibrate … --gate` again.',
  CERTIFICATE_MISSING_KEY:
    'A required key is missing from the certificate file. Restore the file from version control, or delete it and run `turnwise calibrate … --gate` again.',
  CERTIFICATE_BAD_VALUE:
    'The certificate file contains an invalid value, such as two entries for one target, or a state that its own metrics contradict. Restore the file from version control, or delete it and run `turnwise calibrate … --gate` again. If a newer Turnwise wrote it, update Turnwise.',
  ITEM_UNKNOWN_KEY:
    "Unknown key in a turn or reference. Check the spelling. Put other data in the turn's meta. As a warning: the item key looks like a typo, and its value was kept under meta.",
  ITEM_MISSING_KEY:
    'A required key is missing. Add it. A turn needs role and msg, a reference needs url, and an item needs history.',
  ITEM_BAD_VALUE:
    'A value in the item has the wrong type or format. Fix the value that the message names. Common causes: an item tag without its group, a number without quotes, both history and messages.',
  ITEM_BAD_URL:
    'The url of a reference is blank, contains control characters, or has a scheme that is not allowed. Use an http or https address.',
  ITEM_NONE: 'The file contains no items. Add at least one, or delete the file.',
  ITEM_DUPLICATE_ID: 'Two items in one dataset, or two turns in one item, have the same id. Rename one.',
  ITEM_UNKNOWN: 'The dataset has no item with this id. Check both names. They are case-sensitive.',
  ITEM_DELETED: 'The item is deleted, so it cannot be changed. Restore it first.',
  ITEM_STALE:
    'The item has changed since you read it. The response contains the current item and the differences. Merge your changes, then send them with the current ETag.',
  ITEM_BAD_REVISION: 'The item has no revision with this number. Check its list of revisions.',
  DUPLICATE_ID:
    'The dataset already has an item with this id and different content. Import with mode upsert to overwrite it, or rename one.',
  ANSWER_OUT_OF_STEP:
    'The question or answer field differs from the last user or assistant turn, so editing one does not change the other. If they should match, make them equal.',
  REF_ON_USER_TURN:
    'A user turn has references. Turnwise keeps them, but references usually belong to an answer. Move them to the answer that they support.',
  EXCERPT_NOT_FOUND: 'The key excerpt of a reference does not appear in its content. Fix the excerpt or the content.',
  APPROVAL_BLOCKED: 'The item cannot be approved yet. Fix what the problems list, then approve it again.',
  APPROVAL_NO_USER_TURN: 'There is no user turn. Add one.',
  APPROVAL_NO_ASSISTANT_TURN: 'There is no assistant turn. Add one.',
  APPROVAL_EMPTY_TURN: 'A turn has no text and no tool calls. Add text, or remove the turn.',
  APPROVAL_MISSING_REF: 'An answer key cites an address that is not a reference. Add it, or fix the key.',
  APPROVAL_CONTEXT_CHANGED:
    'An earlier turn was edited after the answer key was written. Check the key, then save it without contextChanged.',
  APPROVAL_UNSETTLED_REPLY: 'A reply that failed in a run is not resolved. Fix its text or its key, or send `settle`.',
  APPROVAL_FAILS_KEY: 'An answer fails its own answer key. Fix one of them, or approve with a reason.',
  APPROVAL_NOTHING_GRADES: 'The approved item has no answer key. Add one, or add graders to the eval file.',
  TAG_EXCLUSIVE: 'The item has two tags from a group that allows one. Keep one.',
  TAG_NOT_ALLOWED:
    'The tag is not in the list of its group, which allows no other values. Use a listed tag, or change the tag schema.',
  TAG_REQUIRED: 'The tag schema requires another tag with this one. Add it.',
  TAG_COMPUTED: 'Turnwise computes this tag from the item, so you cannot set it. Remove it.',
  DATASET_UNKNOWN:
    'There is no dataset with this name. List the datasets with GET /v1/datasets, or open the Studio with `turnwise serve`.',
  DATASET_NO_LABELS: 'The dataset has no scores for this deck yet. Run `turnwise label <dataset> --deck <deck>`.',
  DATASET_EXISTS: 'A dataset with this name already exists. Choose another name, or change the dataset with PUT.',
  SNAPSHOT_UNKNOWN: 'There is no snapshot with this id. List the snapshots with GET /v1/snapshots.',
  DOCUMENT_UNKNOWN:
    'There is no reference document at this address. Search the documents with GET /v1/search. `turnwise serve --documents <folder>` sets their folder.',
  LABEL_BAD_SCORE:
    'The score is not on the deck\'s scale. Use a score on it. The scale of "overall" is -3 to 3 in whole steps.',
  IMPORT_EMPTY: 'There is nothing to import. Send at least one item.',
  IMPORT_REFUSED:
    'An item failed in an all-or-nothing import, so nothing was stored. Fix what the results name, or import without atomic.',
  IMPORT_CUT_OFF: 'The stream ended in the middle of a line. The items before it were kept. Send the rest again.',
  IMPORT_UNKNOWN_FORMAT: 'Turnwise does not recognize the format of this file. Set it with --format.',
  IMPORT_OTHER_FORMAT:
    'A conversation in the file has a different format than the rest. Choose the format, or move the conversation to its own file.',
  IMPORT_BAD_ENTRY:
    'An entry of a benchmark file cannot be read. Nothing was imported. Fix the entry that the message names.',
  IMPORT_BAD_TABLE:
    'A CSV or Parquet file is damaged or inconsistent, such as a row with too few cells or a quote that is never closed. Nothing was imported. Fix the line that the message names.',
  IMPORT_UNKNOWN_COLUMNS: 'Turnwise cannot tell which columns of a table are a conversation. Name them with --map.',
  IMPORT_BAD_MAP:
    'A mapping (--map) is not well-formed, or it names something that the file does not have. Nothing was imported. Compare it with the keys or columns in the message.',
  IMPORT_SAME_ID:
    'Two conversations of one file have the same id and different content. Nothing was imported. Give each its own id, or remove one.',
  IMPORT_NO_REPLIES:
    'The file has user messages and no replies, so it contains scripts to play and no conversations to review. On the command line, `turnwise import <file>` writes an eval file with them.',
  ONCE_KEY_REUSED: 'This Idempotency-Key was already used for a different request. Use a new key.',
  API_BAD_REQUEST:
    'The server cannot read the request. A common cause is a body that is not valid JSON. Fix what the message names, then send it again.',
  API_BAD_VALUE:
    'A parameter or field of the request is unknown, missing or invalid. Fix what the problems list, then send it again.',
  API_NOT_FOUND: 'There is nothing at this address. Check the URL. /v1/openapi.json lists every address.',
  API_METHOD_NOT_ALLOWED: 'This address does not support this method. Use one of those that /v1/openapi.json lists.',
  API_UNAUTHORIZED:
    'The request has no valid token or session. Open the newest sign-in link that the server printed, or send its token.',
  API_FORBIDDEN: 'You are not allowed to do this. Ask an admin for access.',
  API_NOT_HOLDER: 'The item is assigned to another reviewer. Claim another one from the queue.',
  API_BAD_HOST:
    'The request names another host, or comes from a page of another origin. Use the address that the server printed.',
  API_TOO_BIG: 'The request exceeds the size limit. Send fewer items, or send them as NDJSON, which is streamed.',
  API_UNSUPPORTED_TYPE:
    'This address does not accept this content type. Send application/json. For imports, application/x-ndjson works too.',
  API_PRECONDITION_REQUIRED: 'The change needs an If-Match header with the ETag that you read. * is not accepted.',
  API_TIMEOUT: 'The request took too long to arrive. Send it again.',
  API_NOT_READY: 'The server is shutting down, or its database is not available. Try again in a moment.',
  API_INTERNAL: 'Something went wrong on the server. Find the request id in its log, and please report it.',
  SERVE_NOT_LOOPBACK: '`turnwise serve` listens only on this machine. Use --host 127.0.0.1, ::1 or localhost.',
  SERVE_PORT_TAKEN: 'Another program is using the port. Choose another with --port.',
  BACKUP_UNREADABLE: 'The file is not a Turnwise backup, or it is damaged. Choose another file.',
  STORE_STALE: 'The record has changed since you read it. Read it again, then send your change.',
  STORE_BAD_CURSOR: 'The cursor does not belong to this list. Start again without it.',
  STORE_NOT_EMPTY: 'The database already contains records. Choose a new file with --db.',
  CONFIG_UNKNOWN_KEY: 'Unknown key in the project config. Check the spelling.',
  CONFIG_MISSING_KEY: 'A required key is missing from the project config. Add it.',
  CONFIG_BAD_VALUE:
    'A value in the project config has the wrong type or format. Fix it. For example, guideline_patterns is a list of strings.',
  FORMAT_NO_READER:
    'A message has a file part, but there is no readFile function to read it. Pass one: `formatConversation(messages, {readFile})`.',
  CASE_UNKNOWN:
    'There is no case with this id. List the cases with `turnwise preview <file>` or `turnwise show <run>`.',
  SAMPLE_UNKNOWN: 'The deck has no sample with this id. List the samples with `turnwise preview <sample file>`.',
  SHOW_NOT_SHOWABLE: 'This kind of file has no conversation to preview. Check it with `turnwise validate <file>`.',
  LIBRARY_USAGE: 'You called a library function with an unknown option or an invalid value. See its reference.',
  CLI_USAGE: 'The command line is not valid. Run `turnwise <command> --help`.',
} as const satisfies Record<string, string>;

export type FaultCode = keyof typeof faultCodes;
