// What `import 'turnwise'` loads. An older Node cannot even link the library, so it is loaded after this check, and by
// name: a module that waits for another (`await import`) could not be required from CommonJS.
import { createRequire } from 'node:module';
import { isNewEnough, needsNewerNode } from './node-version.mjs';

if (!isNewEnough) throw new Error(needsNewerNode);

export const {
  calibrateDecks,
  compareRuns,
  Fault,
  faultCodes,
  formatConversation,
  gradeRun,
  jsonSchemas,
  openEval,
  openItems,
  parseJudgeReply,
  readDeck,
  readSamples,
  readTargets,
  renderDeck,
  renderTranscript,
  runEval,
  toChatMessages,
} = createRequire(import.meta.url)('../dist/index.js');
