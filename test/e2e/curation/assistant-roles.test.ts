import { describe, expect, it } from 'vitest';
import { type ApiClient, toBody } from '../../support/api-client.ts';
import { useServedStore } from '../../support/served-store.ts';

const history = [
  { role: 'user', msg: 'When do you open?' },
  { role: 'output-agent', msg: 'At nine.' },
];

interface WireDataset {
  readonly assistantRoles: readonly string[];
  readonly _etag: string;
}

function readDataset(api: ApiClient, name: string): Promise<WireDataset> {
  return api.get(`/v1/datasets/${name}`).then((answer) => toBody<WireDataset>(answer));
}

async function approve(api: ApiClient, address: string) {
  const { etag } = await api.get(address);
  return api.put(address, { status: 'approved' }, etag);
}

describe('a dataset that names the roles of its assistant', () => {
  const served = useServedStore();

  it('approves an item whose replies have such a role', async () => {
    const api = served().client();
    await api.post('/v1/datasets', { name: 'agents', assistantRoles: ['output-agent'] });
    await api.import([{ id: 'a', datasetName: 'agents', history }]);
    const { item } = await api.get('/v1/ground-truths/agents/a');
    expect(item.computedTags).not.toContain('answer:no_answer');
    expect(await approve(api, '/v1/ground-truths/agents/a')).toMatchObject({
      status: 200,
      item: { status: 'approved' },
    });
    expect((await api.get('/v1/ground-truths/agents/a')).item.history?.[1]?.role).toBe('output-agent');
  });

  it('still blocks the same item in a dataset that names none', async () => {
    const api = served().client();
    await api.import([{ id: 'a', datasetName: 'plain', history }]);
    const { status, problem } = await approve(api, '/v1/ground-truths/plain/a');
    expect([status, problem.problems?.map(({ code }) => code)]).toEqual([
      422,
      expect.arrayContaining(['APPROVAL_NO_ASSISTANT_TURN']),
    ]);
  });

  it('approves them on import too', async () => {
    const api = served().client();
    await api.post('/v1/datasets', { name: 'bulk', assistantRoles: ['output-agent'] });
    const { body } = await api.import([{ id: 'a', datasetName: 'bulk', status: 'approved', history }]);
    expect(toBody<{ results: object[] }>({ body }).results).toMatchObject([{ verdict: 'created' }]);
    expect((await api.get('/v1/ground-truths/bulk/a')).item.status).toBe('approved');
  });

  it('keeps the answer in step with the last reply of such a role', async () => {
    const api = served().client();
    await api.post('/v1/datasets', { name: 'steps', assistantRoles: ['output-agent'] });
    await api.import([{ id: 'a', datasetName: 'steps', answer: 'At nine.', history }]);
    const address = '/v1/ground-truths/steps/a';
    const first = await api.get(address);
    expect(toBody<object>(first)).not.toHaveProperty('_warnings');
    const edited = await api.put(address, { answer: 'At ten.' }, first.etag);
    expect(edited.item.history?.[1]?.msg).toBe('At ten.');
  });

  it('recomputes tags when the roles change, and keeps approved items approved', async () => {
    const api = served().client();
    await api.import([{ id: 'a', datasetName: 'later', history }]);
    const tagged = '/v1/ground-truths?dataset=later&tags=answer:no_answer&total=true';
    expect(toBody<{ total: number }>(await api.get(tagged)).total).toBe(1);
    const put = await api.put('/v1/datasets/later', { assistantRoles: ['output-agent'] });
    expect(toBody<WireDataset>(put).assistantRoles).toEqual(['output-agent']);
    expect(toBody<{ total: number }>(await api.get(tagged)).total).toBe(0);
    expect((await approve(api, '/v1/ground-truths/later/a')).status).toBe(200);
    await api.put('/v1/datasets/later', { assistantRoles: [] });
    const { item } = await api.get('/v1/ground-truths/later/a');
    expect([item.status, item.computedTags]).toEqual(['approved', expect.arrayContaining(['answer:no_answer'])]);
  });

  it('is in the audit log, and leaves the roles alone when a PUT does not carry them', async () => {
    const api = served().client();
    await api.post('/v1/datasets', { name: 'kept', assistantRoles: [' output-agent ', 'output-agent', 'assistant'] });
    expect((await readDataset(api, 'kept')).assistantRoles).toEqual(['output-agent']);
    await api.put('/v1/datasets/kept', { weight: 2 });
    expect((await readDataset(api, 'kept')).assistantRoles).toEqual(['output-agent']);
    await api.put('/v1/datasets/kept', { assistantRoles: ['bot'] });
    expect((await api.get('/v1/audit?dataset=kept')).text).toContain('bot');
  });

  it.each([['user'], ['System'], ['developer'], ['tool'], ['function'], [' ']])(
    'refuses "%s" as a role of the assistant, with its path',
    async (role) => {
      const api = served().client();
      const { status, problem } = await api.post('/v1/datasets', { name: 'refused', assistantRoles: ['bot', role] });
      expect([status, problem.problems?.[0]?.path]).toEqual([422, 'assistantRoles[1]']);
    },
  );

  it('shows the reply of such a role as the answer in a list', async () => {
    const api = served().client();
    await api.post('/v1/datasets', { name: 'listed', assistantRoles: ['output-agent'] });
    await api.import([{ id: 'a', datasetName: 'listed', history }]);
    expect((await api.get('/v1/ground-truths?dataset=listed&view=row')).text).toContain('At nine.');
  });
});
