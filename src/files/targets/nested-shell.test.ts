import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { validateFile } from '../validate/validate-files.ts';
import { findNestedText } from './nested-shell.ts';

const base = { id: 'agent', provider: 'command', template: true } as const;

describe('findNestedText', () => {
  it.each([
    ...[
      'bash -c "echo {PROMPT}"',
      "sh -c 'echo {PROMPT}'",
      '/bin/bash -lc "x {EVAL_ID}"',
      'bash -c {PROMPT}',
      'bash -c "x {CASE_ID}"',
    ],
    ...['env A=1 bash -ec "x {PROMPT}"', 'sudo -u me zsh -x -c "x {FILES}"', 'bash -o pipefail -c "x {PROMPT}"'],
    ...['bash -c -o pipefail "x {PROMPT}"', 'eval "x {PROMPT}"', 'cd a && eval x {PROMPT}', 'ssh host agent {PROMPT}'],
    ...['ssh host "agent \'{PROMPT}\'"', 'x | ssh host agent {GUIDELINES}', 'echo $(bash -c "x {PROMPT}")'],
    ...['echo "$(sh -c \'x {PROMPT}\')"', 'echo `sh -c "x {PROMPT}"`', 'docker exec c sh -c "x {PROMPT}"'],
    ...['echo {PROMPT} | bash', 'bash <<< {PROMPT}', 'python3 -c "print({PROMPT})"', 'node -e "f({PROMPT})"'],
    ...['"bash" "-c" "x {PROMPT}"', 'b\\ash -c "x {PROMPT}"', 'BASH -c "x {PROMPT}"', 'xargs sh -c "x {PROMPT}"'],
    ...[
      'cmd /c agent {PROMPT}',
      'powershell -Command agent {PROMPT}',
      'bash -c"x {PROMPT}"',
      'su me -c "x {PROMPT}"',
      'sudo -u me ssh host x {PROMPT}',
      'A=1 timeout 30s ssh host x {PROMPT}',
    ],
    ...['X={PROMPT}; eval $X', 'X={PROMPT}; bash -c "agent $X"', 'export X="a {PROMPT}"; ssh host agent ${X}'],
    ...['X={PROMPT}; Y=$X; eval "$Y"', 'X={PROMPT} && echo "$X" | sh'],
    ...['env -S "sh -c {PROMPT}"', '$SHELL -c "x {PROMPT}"', '"${SHELL}" -lc "x {PROMPT}"', '$PYTHON -c "{PROMPT}"'],
    ...['bash-5.2 -c "x {PROMPT}"', 'fish --command="x {PROMPT}"', 'pypy3 -c "{PROMPT}"', 'nodejs -e "{PROMPT}"'],
    ...[
      'tsx -e "{PROMPT}"',
      'bun --print "{PROMPT}"',
      'lua -e "{PROMPT}"',
      'Rscript -e "{PROMPT}"',
      'php -B "{PROMPT}"',
    ],
    ...['awk "BEGIN{system(\\"{PROMPT}\\")}"', 'gawk -e "{PROMPT}"', 'sed "s/x/{PROMPT}/e" f', 'make run Q={PROMPT}'],
    ...[
      'sqlite3 db "select {PROMPT}"',
      'psql -d x -c "{PROMPT}"',
      'flock /tmp/l -c "x {PROMPT}"',
      'npx -c "x {PROMPT}"',
    ],
    ...['tmux new-session "x {PROMPT}"', 'gcloud compute ssh vm --command="x {PROMPT}"', 'vagrant ssh -c "x {PROMPT}"'],
    ...['echo {PROMPT} | tee log | sh', 'echo {PROMPT} | python3 -', 'echo {PROMPT} | node', 'echo {PROMPT} |& bash'],
    ...['echo {PROMPT} | xargs -I% sh -c "agent %"', 'echo {PROMPT} | ssh -p 22 host', 'echo {PROMPT} | cat | bash -s'],
    ...['bash <(echo {PROMPT})', '. <(echo "{PROMPT}")', 'source /dev/stdin <<< {PROMPT}', 'bash<<<{PROMPT}'],
    ...[
      'bash 0<<<{PROMPT}',
      'bash <<EOF\necho {PROMPT}\nEOF',
      "sh <<-'EOF'\n{PROMPT}\nEOF",
      'cat <<EOF | bash\n{PROMPT}\nEOF',
    ],
    ...['bash -c "$(echo {PROMPT})"', 'sh -c "`echo {PROMPT}`"', 'eval "$(echo {PROMPT})"', 'trap "x {PROMPT}" EXIT'],
    ...[
      'if true; then eval {PROMPT}; fi',
      '! eval {PROMPT}',
      '{ eval {PROMPT}; }',
      'sshpass -p x ssh host agent {PROMPT}',
    ],
    ...['{PROMPT}', 'sudo {PROMPT}', 'timeout 30 {PROMPT} x', 'export {PROMPT}', 'BASH_ENV={PROMPT} bash run.sh'],
    ...[
      'echo $(( {PROMPT} ))',
      'cmd /C"agent {PROMPT}"',
      'pwsh -NoProfile -Comm agent {PROMPT}',
      'powershell agent {PROMPT}',
    ],
  ])('finds text of a case that a second shell would run: %s', (line) => {
    expect(findNestedText({ ...base, shell: true, command: [line] })).toBeDefined();
  });

  it.each([
    ...['agent --prompt {PROMPT}', 'agent "{PROMPT}" | tail -1', 'cd agents && ./run.sh {PROMPT} > log'],
    ...['bash -c \'agent "$1"\' _ {PROMPT}', 'sh -c "agent < in" && other {PROMPT}', 'bash run.sh {PROMPT}'],
    ...[
      'bash -c "x {OUTPUT_FILE}"',
      'bash -c "x ${PROMPT}"',
      'echo {PROMPT} || bash',
      'agent -c {PROMPT}',
      'bash -c "x {CONVERSATION_ID} {TURN}"',
    ],
    ...[
      'python3 agent.py {PROMPT}',
      "python3 -c 'import sys' {PROMPT}",
      'agent --shell bash {PROMPT}',
      'inspect eval {PROMPT}',
    ],
    ...['X={PROMPT}; agent "$X"', 'export X={PROMPT}; bash -c \'agent "$X"\'', 'X={TURN}; bash -c "agent $X"'],
    ...['node agent.mjs -p {PROMPT}', 'node --import tsx agent.ts -p {PROMPT}', 'npx tsx agent.ts -p {PROMPT}'],
    ...[
      'npx my-agent -c {PROMPT}',
      'python -u agent.py -c {PROMPT}',
      'python -m agent -c {PROMPT}',
      'sudo -E agent {PROMPT}',
    ],
    ...[
      'npm run agent -- -c {PROMPT}',
      'bun run agent.ts -p {PROMPT}',
      'timeout -k 5 30 agent {PROMPT}',
      'A={PROMPT} agent',
    ],
    ...['echo {PROMPT} | bash run.sh', 'echo {PROMPT} | python3 agent.py', "echo {PROMPT} | bash -c 'agent --stdin'"],
    ...['echo {PROMPT} | ssh host agent', 'agent <<< {PROMPT}', 'cat <<EOF | agent\n{PROMPT}\nEOF', 'agent < {FILES}'],
    ...[
      "agent {PROMPT} | awk '{print $1}'",
      "awk -v q={PROMPT} 'BEGIN{print q}'",
      'agent {PROMPT} | python3 -m json.tool',
    ],
    ...['agent "$(cat prefix.txt) {PROMPT}"', 'source .venv/bin/activate && agent {PROMPT}', 'git commit -m {PROMPT}'],
    ...['if [ -f x ]; then agent {PROMPT}; fi', 'pwsh agent.ps1 {PROMPT}', 'powershell -File agent.ps1 {PROMPT}'],
  ])('finds none if it stays an argument: %s', (line) => {
    expect(findNestedText({ ...base, shell: true, command: [line] })).toBeUndefined();
  });

  it.each([
    [['bash', '-c', 'echo {PROMPT}'], {}, true],
    [['/bin/sh', '-c', 'x "$1"', 'sh', '{PROMPT}'], {}, false],
    [['ssh', 'host', 'agent', '{PROMPT}'], {}, true],
    [['ssh', 'host', 'agent'], { template: false, input: 'argument' }, true],
    [['bash', '-c'], { template: false, input: 'argument' }, true],
    [['bash', '-c', 'echo {PROMPT}'], { template: false }, false],
    [['agent; echo', '{PROMPT}'], {}, false],
  ] as const)('reads a command without a shell as separate words: %j %j', (command, changes, isFound) => {
    expect(findNestedText({ ...base, ...changes, command: [...command] }) !== undefined).toBe(isFound);
  });

  it('reports the placeholder and the interpreter', () => {
    expect(findNestedText({ ...base, shell: true, command: ['/bin/bash -lc "x {EVAL_ID}"'] })).toEqual({
      placeholder: '{EVAL_ID}',
      reader: 'bash -lc',
    });
  });
});

describe('validate', () => {
  it.each([
    ['targets:\n  - {id: a, provider: command, command: ["bash -c \'echo {PROMPT}\'"], shell: true, template: true}\n'],
    [
      '$schema: agentv-targets-v2\ntargets:\n  - name: a\n    provider: cli\n    command_template: "bash -c \'echo {PROMPT}\'"\n',
    ],
  ])('rejects such a target: %j', async (text) => {
    const root = makeProject({ 'targets.yaml': text });
    const { problems } = await validateFile(join(root, 'targets.yaml'), { cwd: root, env: {} });
    expect(problems).toMatchObject([
      {
        severity: 'error',
        code: 'TARGETS_NESTED_SHELL',
        message: 'The command of target "a" passes {PROMPT} to "bash -c", where case text could run commands.',
        file: 'targets.yaml',
      },
    ]);
  });
});
