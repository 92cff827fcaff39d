import { readSamples } from './src/files/samples/read-samples.ts';
import { checkScores } from './src/files/samples/check-scores.ts';
const r = await readSamples(process.argv[2]!, { cwd: process.cwd() });
console.dir(checkScores(r, {min:-3,max:3,step:1}), { depth: 6 });
