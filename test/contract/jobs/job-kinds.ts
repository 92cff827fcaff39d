import type { CallOptions } from '../../../src/job/call-options.ts';
import type { JobEnd, OpenJob } from '../../../src/job/run-job.ts';
import type { IsExpired, LeaseOwner, Store } from '../../../src/store/port.ts';
import { openCalibrateJob, openGradeJob, openRunJob } from '../../../src/wiring/open-jobs.ts';

/** Questions that a job asks the model. Each names itself: `I am s0.` */
export const count = 12;

export type AnyJob = Pick<OpenJob<object, JobEnd>, 'store' | 'control' | 'run' | 'close'>;

/** One of the three jobs, in a project where it asks the model every question once. */
export interface JobKind {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** Creates what the job needs. No question is asked. */
  prepare(cwd: string): Promise<void>;
  open(cwd: string, options?: CallOptions & { readonly isResumed?: boolean }): Promise<AnyJob>;
  /** The command line that starts it, and the one that resumes it. */
  readonly command: readonly string[];
  readonly resume: readonly string[];
  /** The questions with a recorded answer. */
  listRecorded(store: Store): Promise<readonly string[]>;
  /** Takes the lease of the job from its owner. */
  takeOver(store: Store, owner: LeaseOwner): Promise<unknown>;
}

const ids = Array.from({ length: count }, (_, index) => `s${index}`);
const anyOwner: IsExpired = () => true;

const cases = ids.map((id) => `  - {id: ${id}, input_messages: [{role: user, content: I am ${id}.}]}`).join('\n');
const samples = ids.map((id) => {
  const messages = `[{ role = "user", content = "I am ${id}." }, { role = "assistant", content = "Thanks." }]`;
  return `[[samples]]\nid = "${id}"\nmessages = ${messages}\nexpected = { score = 2 }\n`;
});
const deck = 'How kind is the last reply, from -3 to 3?\n';
const context = '[contexts.fullConversation]\nassistantQuestion = "What was said?"\n\n';

const run: JobKind = {
  name: 'run',
  files: { 'a.eval.yaml': `target: model\ngraders: [{contains: Kind}]\ncases:\n${cases}\n` },
  prepare: async () => {},
  open: (cwd, { isResumed, ...options } = {}) => {
    const chosen = isResumed === true ? { resume: true as const } : { files: ['a.eval.yaml'] };
    return openRunJob({ cwd, env: {}, ...options, ...chosen });
  },
  command: ['run', 'a.eval.yaml'],
  resume: ['run', '--resume'],
  async listRecorded(store) {
    const found = await Array.fromAsync(store.runs.conversations(await getNewestRun(store)));
    return found.flatMap(({ start, end }) => (end === undefined || end.status === 'skipped' ? [] : [start.id]));
  },
  takeOver: async (store, owner) => store.runs.claim(await getNewestRun(store), owner, anyOwner),
};

const grade: JobKind = {
  name: 'grade',
  files: {
    'tone.deck.md': `${deck}\n![contexts](contexts.toml)\n`,
    'contexts.toml': context,
    'a.eval.yaml': `target: echo\njudge: model\ngraders: [{judge: tone.deck.md}]\ncases:\n${cases}\n`,
  },
  async prepare(cwd) {
    const job = await openRunJob({ cwd, env: {}, files: ['a.eval.yaml'], judge: 'echo' });
    await job.run({});
    await job.close();
  },
  open: (cwd, { isResumed: _, ...options } = {}) => openGradeJob('last', { cwd, env: {}, judge: 'model', ...options }),
  command: ['grade', 'last', '--judge', 'model'],
  resume: ['grade', 'last', '--judge', 'model'],
  async listRecorded(store) {
    const run = await getNewestRun(store);
    const grading = (await store.runs.gradings(run)).at(-1)?.number;
    if (grading === undefined) return [];
    const found = await Array.fromAsync(store.runs.conversations(run, { grading }));
    const isGraded = (one: (typeof found)[number]) =>
      one.verdicts.some(({ provenance }) => provenance?.grading === grading);
    return found.filter(isGraded).map(({ start }) => start.id);
  },
  async takeOver(store, owner) {
    const run = await getNewestRun(store);
    const spec = (await store.runs.gradings(run)).at(-1)?.spec;
    if (spec === undefined) throw new Error('There is no grading.');
    return store.runs.grade(run, { spec, owner }, anyOwner);
  },
};

const calibrate: JobKind = {
  name: 'calibrate',
  files: { 'tone.deck.md': `${deck}\n![samples](tone.toml)\n`, 'tone.toml': context + samples.join('\n') },
  prepare: async () => {},
  open: (cwd, { isResumed: _, ...options } = {}) =>
    openCalibrateJob(['tone.deck.md'], { cwd, env: {}, judges: ['model'], ...options }),
  command: ['calibrate', 'tone.deck.md', '--judge', 'model'],
  resume: ['calibrate', 'tone.deck.md', '--judge', 'model'],
  async listRecorded(store) {
    const [newest] = await store.calibrations.list({ limit: 1 });
    if (newest === undefined) return [];
    return (await Array.fromAsync(store.calibrations.results(newest.id))).map(({ sample }) => sample);
  },
  async takeOver({ calibrations }, owner) {
    const [newest] = await calibrations.list({ limit: 1 });
    if (newest === undefined) throw new Error('There is no calibration.');
    const { id, spec, expected } = newest;
    return calibrations.begin({ id, spec, samples: [], expected, owner }, anyOwner);
  },
};

async function getNewestRun({ runs }: Store): Promise<string> {
  const [newest] = await runs.list({ limit: 1 });
  if (newest === undefined) throw new Error('There is no run.');
  return newest.id;
}

export const jobKinds: readonly JobKind[] = [run, grade, calibrate];
