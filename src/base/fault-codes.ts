/**
 * Every code a problem can have, with what it means and what usually mends it.
 * `docs/reference/faults.md` is generated from this list.
 */
export const faultCodes = {
  FILE_MISSING:
    'The named file does not exist. A path in an eval file is looked for beside that file, then in each parent folder up to the project root; one on the command line, from where you are. Mend the path, or put the file there.',
  FILE_NOT_A_FILE: 'The path is a folder, a pipe or a device where a plain file is needed. Name a file in it.',
  FILE_UNREADABLE: 'Permission denied. Check the permissions of the file, as with `chmod u+r`.',
  FILE_OUTSIDE_ROOT: 'The path, or the link behind it, leaves the project root. Copy the file into the project.',
  FILE_SECRET:
    'The file may contain secrets: .env files, everything in .git and .turnwise, private keys and password files are never attached or included. Copy the part you need into a file of another name.',
  FILE_TOO_BIG:
    'The file is over the limit: 10 MB for an attachment, 16 MB for YAML, 64 MB for anything else that is read whole. Attach the part that matters; write cases, samples or items one a line, .jsonl.',
  FILE_NOT_UTF8: 'The file is not valid UTF-8 text. Convert it, or name it as an image part if it is one.',
  FILE_UNKNOWN_KIND: 'Neither the name nor the top keys tell what the file is. Use a known suffix, such as .eval.yaml.',
  FILE_EMPTY: 'The file has no content. Write it, or delete it.',
  FILE_NONE_FOUND:
    'The folder holds no file that Turnwise knows. Name files with a known suffix, such as .eval.yaml, or name the file itself.',
  FILE_NOT_WRITTEN:
    'The operating system refused to write the file. Name a folder that you may write to and that has room.',
  FILE_TOO_MANY_PROBLEMS: 'More problems were found than are listed. Mend the listed ones and validate again.',
  YAML_SYNTAX:
    'The text is not valid YAML. Look at the line named and the one above it: indentation, a dash without a blank behind it, a quote that is not closed.',
  YAML_TAB: 'A tab is used for indentation, which YAML forbids. Use spaces.',
  YAML_DUPLICATE_KEY:
    'A key stands twice in one mapping; only one of them could count. Remove one, or start a new entry with a dash.',
  YAML_NEEDS_QUOTES: 'A value holds ": " or another sign with a meaning in YAML. Put it in quotes.',
  YAML_TOO_MANY_ALIASES:
    'Aliases expand to more than the bound, or to themselves. Write the values out, or move them to a file.',
  YAML_BAD_ALIAS:
    'An alias names no anchor that stands before it. Mend the name; text that starts with * needs quotes.',
  YAML_BAD_KEY: 'A mapping key is not plain text, or is a name that is never allowed (such as __proto__). Rename it.',
  JSON_SYNTAX:
    'The text is not valid JSON. Usual slips: a comma too many, single quotes, a comment. In .jsonl each line is one whole object.',
  JSON_DUPLICATE_KEY: 'A key stands twice in one object; only one of them could count. Remove one.',
  JSON_BAD_KEY: 'An object key is a name that is never allowed (such as __proto__). Rename it.',
  TOML_SYNTAX: 'The text is not valid TOML. Usual slips: text without quotes, `:` for `=`, a key that stands twice.',
  TOML_BAD_KEY: 'A table key is a name that is never allowed (such as __proto__). Rename it.',
  FILE_TOO_DEEP: 'The data is nested deeper than the bound of 100 levels. Flatten it, or attach it as a file.',
  EVAL_TOO_BIG: 'A YAML or JSON eval file is over 16 MB. Write one case a line, .jsonl: that is streamed.',
  EVAL_UNKNOWN_KEY:
    'The key is not part of an eval file at this place. Mend its spelling, or its indentation if it belongs one level up or down.',
  EVAL_MISSING_KEY: 'A key that an eval file needs at this place is not there. Add it.',
  EVAL_BAD_VALUE:
    'The value is not of the form an eval file needs at this place. Usual slips: a number without quotes where text is wanted, one value where a list is wanted.',
  EVAL_NO_CASES: 'The eval file has no cases. Write `cases:` and under it a list, each case after a dash.',
  EVAL_DUPLICATE_ID:
    'Two cases of one eval file have the same id, so their results could not be told apart. Rename one.',
  EVAL_DUPLICATE_GRADER:
    'Two graders of one case have the same id, so their verdicts could not be told apart. Rename one.',
  EVAL_BAD_REGEX:
    'A regular expression is not valid RE2. Mend it; look-ahead, look-behind and back references do not exist.',
  EVAL_BAD_SCHEMA:
    'A JSON Schema of a grader cannot be used. Mend it: draft 2020-12 (or 2019-09, draft-07, draft-06 by its $schema), patterns in RE2, every $ref inside the schema, as nothing is fetched.',
  EVAL_JUDGE_SEES_LATER:
    'The deck is shown the whole conversation, but the grader grades single replies, so the judge would see what came later. Set `when: conversation` for the grader, or `sees = "history"` in the deck.',
  EVAL_OUTCOME_NOT_JUDGED:
    'A case has an outcome beside other graders, its own or those of the file, and none of them is a judge, so nobody reads the outcome. Write `- rubric: …` or `- judge: …` beside them, or leave the outcome out.',
  EVAL_HISTORY_NOT_SENT:
    'A target is sent only the last line or nothing at all, and a case has messages that it never gets: those before the last line, or in every-turn play the turns before each reply. Send it {{messages}} or {{question}}, write the messages as `turns`, or play a script.',
  EVAL_NO_CONVERSATION_ID:
    'A target is sent only the last line and no conversation id, and a case has several turns. The target cannot tell the conversations of cases, variants, repeats and runs apart. Name {{conversation_id}} in its body, url, headers or env.',
  EVAL_NOTHING_TO_ANSWER:
    'The last message comes from the assistant, so in reply mode there is nothing to answer. End with a user message, move the reply to expected_messages, or set `play: every-turn`.',
  EVAL_NO_TURNS:
    'The case has no messages, no turns and no simulated user, or not what its play mode needs: there is nothing to play. Give it input_messages.',
  EVAL_MARKER_IN_TEXT:
    'The text holds a line like "[User]:". In the question it could be taken for a turn. Make it a message of its own, or send messages.',
  EVAL_LOOKS_LIKE_PART:
    'The content is a mapping that looks like a part and would be shown as JSON. A part stands in a list, after a dash, with `type` and `value`.',
  EVAL_NEAR_ROLE: 'A role is nearly a known one. Any role is accepted, but this one looks mistyped; mend its spelling.',
  EVAL_BLANK: 'No message of the case has anything to show, so the question would be empty. Give one of them text.',
  EVAL_FOREIGN_KEY:
    'A key of an AgentV file that Turnwise does not know; it is left aside. Remove it, or leave it for AgentV.',
  EVAL_FOREIGN_GRADER:
    'An evaluator of an AgentV file that Turnwise cannot run; it is left aside. Write it as llm_judge with a prompt or as code with a script.',
  TARGET_UNKNOWN:
    'No target of that id is in the targets file that applies: the nearest targets.yaml from the eval file up to the project root. Mend the id, or add the target there.',
  TARGETS_UNKNOWN_KEY:
    'The key is not part of a target of that provider. Mend its spelling; each provider has its own keys.',
  TARGETS_MISSING_KEY: 'A key that a target of that provider needs is not there. Add it.',
  TARGETS_BAD_VALUE:
    'The value is not of the form a target needs at this place. Usual slips: a provider by another name, a command as one text instead of a list.',
  TARGETS_DUPLICATE_ID: 'Two targets have the same id. Rename one.',
  TARGETS_LITERAL_KEY:
    'A secret stands in the file. Keys come from the environment or .env, never from a file: put it there and name the variable. Change a key that was shared already.',
  TARGETS_NESTED_SHELL:
    'The command puts text of a case into a second shell or interpreter, as in `bash -c "… {PROMPT}"`, `eval` or `ssh`, which would run it. Pass the text on stdin, or as an argument after the script.',
  TARGETS_ENV_MISSING:
    'An environment variable that the target needs is not set. Set it, or write it into .env at the project root.',
  TARGETS_NOT_CACHED:
    'A target says `cache: true`, and its replies are not cached all the same. A command or http target needs a `version` for it; one that is sent only the last line, and a builtin or replay target, is never cached.',
  TARGETS_UNUSABLE:
    'A target of an AgentV file has a provider that Turnwise has no adapter for. Write it as `provider: command`, which can run any program.',
  RUN_UNKNOWN:
    'There is no run of that id in the store. `turnwise runs` lists those there are; another store is named with --store.',
  RUN_BAD_GRADING:
    'The run has no grading of that number. The message names those there are; 0 stands for the verdicts given while it was played.',
  RUN_CHANGED:
    'What the run plays has changed since it began, so its records would not fit together. Start a new run, or go on all the same with --force.',
  RUN_NOTHING_SELECTED:
    'No case is left to play after --case, --tag, --target and --limit. Mend them; `turnwise show` lists the cases of a file.',
  RUN_NOT_AN_EVAL: 'The file holds no cases to play. Name an eval file: .eval.yaml, .eval.json or .eval.jsonl.',
  RUN_NO_TARGET: 'Nothing says which target answers. Write `targets:` into the eval file, or name one with --target.',
  RUN_NO_PRICE:
    'A budget in money needs to know what every target costs. Give the target a `price`, or bound the run with --max-calls.',
  RUN_JUDGE_KEPT:
    'A judge does not ask the target that --judge names, because its grader or its deck names another with `target`. Remove that `target`, or leave out --judge.',
  RUN_NO_WHOLE:
    'A judge or a program grades the whole conversation of a case that is played every-turn only, where each reply stands on its own, so it stays ungraded. Set `when: all` for the grader, or play the case as a script, too.',
  RUN_NO_JUDGE:
    'A grader asks a judge, and nobody is named who could be asked, so it stays ungraded. Write `judge: <id of a target>` into the eval file, or name one with --judge.',
  RUN_UNCERTIFIED:
    'A judge has no certificate that is trusted and fits: nobody measured it against people, it was measured before its deck, target or samples changed, only on samples it was tuned on or on some of them, for another pass mark, or it did not agree with people well enough. With --require-certified that ends the command before anything is called; without, it is a warning. Type the `turnwise calibrate … --gate` that the hint names.',
  CALIBRATION_UNKNOWN:
    'There is no calibration of that id in the store: it was removed meanwhile. Calibrate again; what the cache holds is not asked twice.',
  COMPARE_SEVERAL_TARGETS:
    'The run has several targets, and one of them is compared at a time. Name it behind the run: `<run>:<target>`.',
  TARGET_JSON_AS_TEXT:
    'A command with `output: text` printed a JSON object, and graders see all of it. Write `output: json` if one of its keys is the reply.',
  COMPARE_OTHER_SEND:
    'The two runs sent their targets different forms: chat messages and the formatted question. Name what was sent to compare them anyway, as in `turnwise compare A:gpt:question B:gpt:messages`.',
  COMPARE_NO_PAIRS:
    'The runs have no case in common, or one of them has no conversation yet. Cases are paired by dataset and id.',
  NOISE_NO_REPEATS:
    'Noise shows only where a case was played more than once. Play it again with --repeat, or name a run that has repeats.',
  GRADER_UNKNOWN:
    'No case of the run has a grader of that name. Name one by its id, its id without the turn, its kind, or name a deck file.',
  GRADE_NOTHING:
    'Nothing of the run can be graded again: it has no reply yet, or its cases are gone or ask something else by now. Play them anew.',
  GRADE_CASE_CHANGED:
    'A case of the run is gone from its file, or says something else there than what was played, so the stored replies no longer answer it. It keeps its verdicts; play it anew to grade it.',
  STORE_RUN_HELD:
    'Another process is writing to the run. Wait for it, or stop it; a process that died lets go by itself.',
  STORE_LOCKED: 'The database stayed locked by another program for too long. Close that program and try again.',
  STORE_FULL:
    'The disk is full, so nothing more can be recorded. What was recorded stays; make room, then send the change again or resume the run.',
  STORE_REPLACED:
    'The database file was removed, moved or replaced while it was in use, so nothing more is read or written. Put the file back, or restart to use the file that is there now.',
  STORE_MADE_PRIVATE:
    'Other users of this machine could read the database, and only you can now. To share it with a group, set the set-group-id bit of its folder.',
  STORE_UNREADABLE:
    'The file is not a database that Turnwise can use, or may not be opened or written. Name another with --store.',
  STORE_NEWER:
    'The database was written by a newer version of Turnwise. Install that version, or name another with --store.',
  TARGET_UNREACHABLE:
    'A target could not be reached: five connection errors with the same message, and no reply. Start it or fix its address, then resume.',
  TARGET_BAD_CASSETTE: 'A line of the recording is not one that --record wrote. Record it anew, or remove the line.',
  TARGET_BAD_JSONPATH:
    'The `reply` of an http target is not a JSONPath. Write one such as `$.choices[0].message.content`.',
  TARGET_NO_KEY:
    'The environment variable that holds the key of a target is not set. Set it, or write it into .env at the project root.',
  SAMPLES_UNKNOWN_KEY:
    'The key is not part of a sample file, or (as a warning) is nearly a key of a sample and was kept aside. Mend its spelling.',
  SAMPLES_MISSING_KEY: 'A key that a sample file needs is not there. Add it.',
  SAMPLES_BAD_VALUE:
    'The value is not of the form a sample file needs at this place. Samples are `[[samples]]` tables, or `[samples.<id>]`.',
  SAMPLE_SKIPPED:
    'The sample cannot be used and is skipped and counted; with --strict it is an error. Mend what the message names, or delete the sample.',
  SAMPLE_OLD_FORM: 'The sample has the old userMessage/assistantResponse pair. Write messages instead.',
  SAMPLE_DUPLICATE_ID:
    'Two samples have the same id. Rename one, or leave the id out: it is then derived from the messages.',
  SAMPLE_SCORE_CONFLICT: 'A sample has both score and expected.score, and they differ. Keep expected.score.',
  SAMPLES_NONE_SELECTED: 'No sample is left after --split and --tag. The message says which ones there are.',
  SAMPLE_IN_BOTH_SPLITS:
    'A conversation is a sample of the tune split and of the test split. A judge that was tuned on it would look better than it is: remove it from one of them.',
  SAMPLE_COPIES:
    'Some samples have the conversation of another. They count as one conversation, so that intervals stay honest. Remove the copies; where people scored them differently, write the scores as ratings of one sample.',
  SAMPLES_NONE: 'The deck has no samples. Name some with --samples, or let people score some with --request-labels.',
  SAMPLES_NONE_VALID: 'No sample of the file can be used. Mend the samples that the warnings name.',
  DECK_UNKNOWN_KEY: 'The key is not part of a deck or of its contexts at this place. Mend its spelling.',
  DECK_MISSING_KEY:
    'A key that a deck or one of its contexts needs is not there. Add it; a context needs assistantQuestion.',
  DECK_BAD_VALUE:
    'The value is not of the form a deck needs at this place. Usual slips: a scale that goes down, a pass mark that is not on the scale.',
  DECK_INCLUDE_CYCLE: 'A deck includes itself, directly or through others. Remove one include of the chain shown.',
  DECK_INCLUDE_MISSING: 'A file that a deck includes does not exist. Paths are relative to the file that includes.',
  DECK_TOO_BIG:
    'A deck includes more files, or more text, than the bound. A judge would not read it all either: shorten it.',
  DECK_BLIND:
    'The deck declares no fullConversation context, so the judge would never see what it grades. Declare `[contexts.fullConversation]` in a TOML file that the deck includes.',
  DECK_UNKNOWN_CONTEXT:
    'The deck declares a context that is neither offered nor given a default. Mend its name, or give it a default.',
  DECK_NOT_CALIBRATABLE:
    'The deck declares a context that its samples do not give, so a judge cannot be asked about them. Write it into expected of the samples, or give the context a default.',
  DECK_EMPTY: 'The deck has no text for the judge. Write under the front matter what to grade, and how.',
  CALIBRATE_LEAK:
    'The deck asks for the expected answer, and while calibrating nothing but the human score is there. Put what a judge may see into expected, such as a reference, or give the context a default.',
  RATINGS_MISSING_COLUMN:
    'A file of ratings needs the columns unit, rater and score; as JSON lines, these keys on every line. Name them in the first line.',
  RATINGS_UNKNOWN_COLUMN:
    'The column is none of unit, rater, score and conversation; it is left aside. Mend its name if it was meant to be one.',
  RATINGS_BAD_ROW:
    'A row of ratings cannot be read: it has too few or too many cells, a quote that is not closed, or no unit or rater. Mend it.',
  RATINGS_BAD_SCORE:
    'The score is not a number, or not on the scale that was named. Leave it blank where it is missing; names need --level nominal.',
  RATINGS_TWICE: 'A rater rates a unit twice, or a unit is in two conversations. Keep one of the rows.',
  RATINGS_NONE:
    'There is no score to compare. Write one rating a row, with its unit, its rater and its score; in samples, ratings = [{ rater = …, score = … }].',
  AGREEMENT_NO_LABELS:
    'The dataset has no labels for the question. Collect some with `turnwise label`; the message names the questions that have labels.',
  CERTIFICATE_UNKNOWN_KEY:
    'The key is not part of a file of certificates. Nobody writes that file by hand: delete it and calibrate again with --gate.',
  CERTIFICATE_MISSING_KEY:
    'A key that a file of certificates needs is not there. Delete the file and calibrate again with --gate.',
  CERTIFICATE_BAD_VALUE:
    'A file of certificates holds a value that it cannot have, such as the version of a newer Turnwise, two entries of one target, or a state that its own metrics contradict. Delete the file and calibrate again with --gate.',
  ITEM_UNKNOWN_KEY:
    'The key is not part of a turn or ref, or (as a warning) is nearly a key of an item and was kept under meta. Mend its spelling; other data goes into the meta of a turn.',
  ITEM_MISSING_KEY:
    'A key that an item, turn or ref needs is not there. A turn needs role and msg, a ref a url, an item a history.',
  ITEM_BAD_VALUE:
    'The value is not of the form an item, turn or ref needs at this place. Usual slips: an item tag without its group, a number without quotes, both history and messages.',
  ITEM_BAD_URL:
    'The url of a ref is blank, holds control characters, or has a scheme that is not allowed. Use an http or https address.',
  ITEM_NONE: 'The file holds no items. Write at least one, or delete the file.',
  ITEM_DUPLICATE_ID: 'Two items of one dataset have the same id, or two turns of one item. Rename one.',
  ITEM_UNKNOWN:
    'There is no item of that id in the dataset. Look at both names; they are kept as given, case included.',
  ITEM_DELETED: 'The item is deleted, so it cannot be changed. Restore it first.',
  ITEM_STALE:
    'The item has changed since it was read. The answer holds the present one and what differs: merge, and send again with its ETag.',
  ITEM_BAD_REVISION: 'The item has no revision of that number. Its list of revisions shows those there are.',
  DUPLICATE_ID:
    'An item of that id is in the dataset already, with other content. Import with mode upsert to change it, or rename one.',
  ANSWER_OUT_OF_STEP:
    'The question or answer of the item differs from its last user or assistant turn, so a change of one does not change the other. Make them equal, if they are meant to be.',
  REF_ON_USER_TURN: 'A turn of the user has references. They are kept; sources usually stand behind an answer.',
  EXCERPT_NOT_FOUND: 'The key excerpt of a reference does not stand in its content. Mend one of them.',
  APPROVAL_BLOCKED: 'The item cannot be approved yet. The problems listed say what is missing, each with its place.',
  APPROVAL_NO_USER_TURN: 'Nobody asks anything in the item. Add a turn of the user.',
  APPROVAL_NO_ASSISTANT_TURN: 'Nobody answers in the item. Add a turn of the assistant.',
  APPROVAL_EMPTY_TURN: 'A turn has no text and no tool calls. Write its text, or remove it.',
  APPROVAL_MISSING_REF: 'An answer key cites an address that is not a reference. Add it, or fix the key.',
  APPROVAL_CONTEXT_CHANGED:
    'An earlier turn was edited since the answer key was written. Look at the key again and save it without contextChanged.',
  APPROVAL_UNSETTLED_REPLY: 'A reply that failed in a run is not settled. Fix its text or key, or send settle.',
  APPROVAL_FAILS_KEY: 'An answer fails its own answer key. Fix one of them, or approve with a reason.',
  APPROVAL_NOTHING_GRADES: 'The approved item has no answer key. Add one, or name graders in the eval file.',
  TAG_EXCLUSIVE: 'The item has two values of a group of tags that allows one. Keep one of them.',
  TAG_NOT_ALLOWED:
    'The tag is not among the values of its group, which is closed. Use one that is listed, or change the tag schema.',
  TAG_REQUIRED: 'A tag of the item needs another tag beside it, as the tag schema says. Add it.',
  TAG_COMPUTED: 'The tag is computed from the item, so it cannot be given by hand. Leave it out.',
  DATASET_UNKNOWN: 'There is no dataset of that name. `turnwise serve` and GET /v1/datasets show those there are.',
  DATASET_NO_LABELS:
    'Nobody has scored a conversation of the dataset by that deck yet. Type `turnwise label <dataset> --deck <deck>`.',
  DATASET_EXISTS: 'A dataset of that name is there already. Change it with PUT.',
  SNAPSHOT_UNKNOWN: 'There is no snapshot of that id. GET /v1/snapshots lists those there are.',
  DOCUMENT_UNKNOWN:
    'There is no reference document of that address. GET /v1/search finds those there are; `turnwise serve --docs <folder>` names the folder.',
  LABEL_BAD_SCORE: 'The score is not on the scale of the question. "overall" is scored from -3 to 3 in whole steps.',
  IMPORT_EMPTY: 'There is nothing to import. Send at least one item.',
  IMPORT_REFUSED:
    'The import was to be all or nothing, and an item of it fails, so nothing was stored. Mend what the results name, or import without atomic.',
  IMPORT_CUT_OFF:
    'The stream of items ended in the middle of a line. What came before it is kept; send the rest again.',
  IMPORT_UNKNOWN_FORMAT: 'The file is in none of the formats that can be imported. Name its format with --format.',
  IMPORT_OTHER_FORMAT:
    'A conversation of the file is in another format than the file is read in. Choose the format, or put it into a file of its own.',
  ONCE_KEY_REUSED: 'The Idempotency-Key was used for another request before. Take a new key for a new request.',
  API_BAD_REQUEST: 'The request cannot be read: its body is not the JSON, or the NDJSON, that it says it is.',
  API_BAD_VALUE:
    'A parameter or field of the request is unknown, missing or of the wrong form. The problems name each.',
  API_NOT_FOUND: 'There is nothing at that address. /v1/openapi.json lists every address.',
  API_METHOD_NOT_ALLOWED: 'The address does not know this method. /v1/openapi.json lists those it knows.',
  API_UNAUTHORIZED:
    'The request has no token or session, or not the right one. The server prints the token and a sign-in link when it starts.',
  API_FORBIDDEN: 'The caller may not do this.',
  API_NOT_HOLDER: 'Somebody else holds the item. Take another one from the queue.',
  API_BAD_HOST: 'The request names another host than this machine, or comes from a page of another origin.',
  API_TOO_BIG: 'The request is over the size limit. Send items as NDJSON, which is streamed, or fewer at once.',
  API_UNSUPPORTED_TYPE:
    'The body is of a type that this address does not take. Send application/json, or application/x-ndjson for imports.',
  API_PRECONDITION_REQUIRED: 'The change needs an If-Match header with the ETag of what was read; * is not accepted.',
  API_TIMEOUT: 'The request took too long to arrive. Send it again.',
  API_NOT_READY: 'The server is stopping, or its database cannot be used now. Try again in a moment.',
  API_INTERNAL:
    'Something went wrong that is not your mistake. The log of the server tells more under the id of the request; please report it.',
  SERVE_NOT_LOOPBACK: 'Only addresses of this machine can be served yet: 127.0.0.1, ::1 or localhost.',
  SERVE_PORT_TAKEN: 'Another program listens on the port. Name another with --port.',
  BACKUP_UNREADABLE: 'The file is not a backup of Turnwise, or it is damaged. Name another.',
  STORE_STALE: 'What was to be replaced has changed since it was read. Read it again, then replace it.',
  STORE_BAD_CURSOR: 'The cursor is not one of this list. Start again without it.',
  STORE_NOT_EMPTY: 'The database holds records already. Name a new file with --store.',
  CONFIG_UNKNOWN_KEY: 'The key is not part of the project config. Mend its spelling.',
  CONFIG_MISSING_KEY: 'A key that the project config needs is not there. Add it.',
  CONFIG_BAD_VALUE: 'The value does not fit this key of the project config. guideline_patterns is a list of texts.',
  FORMAT_NO_READER:
    'A message has a file part, and no readFile function was given to read it. Pass one: `formatConversation(messages, {readFile})`.',
  CASE_UNKNOWN: 'The eval file, or the run, has no case of that id. `turnwise show` without --case shows them all.',
  SAMPLE_UNKNOWN: 'The deck has no sample of that id. `turnwise show` of the sample file shows them all.',
  SHOW_NOT_SHOWABLE: 'This kind of file holds no conversation to show. Validate it instead.',
  LIBRARY_USAGE:
    'A function of the library was called with an option it does not have, or with a value that an option cannot have. Mend it; the reference of the library lists them.',
  CLI_USAGE: 'The command line cannot be understood as it stands. Type `turnwise <command> --help`.',
} as const satisfies Record<string, string>;

export type FaultCode = keyof typeof faultCodes;
