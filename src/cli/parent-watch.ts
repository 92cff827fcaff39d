/** Set by bin/older-node.mjs, which starts the command again under a newer Node and waits for it. */
const wrappedVariable = 'TURNWISE_WRAPPED';

/** How long calls in flight may take to end before they are stopped, and then the process. */
const graceMs = 10_000;

/** 128 + the number of SIGTERM, as shells count. */
const exitCode = 143;

export interface ParentWatch {
  /** The wrapper that started this process was killed. */
  readonly isGone: boolean;
}

/**
 * A command that a wrapper started ends when the wrapper is killed: its output goes nowhere, and Ctrl-C no longer reaches it.
 * It ends as by SIGTERM: calls in flight end and are recorded, no further call is made.
 */
export function watchParent(): ParentWatch {
  const watch = { isGone: false };
  if (process.env[wrappedVariable] === undefined) return watch;
  // A command that we run may be Turnwise, too.
  delete process.env[wrappedVariable];
  const stop = () => {
    watch.isGone = true;
    end();
    setTimeout(end, graceMs).unref();
    setTimeout(() => process.exit(exitCode), 2 * graceMs).unref();
  };
  if (!process.connected) stop();
  else process.once('disconnect', stop);
  // The channel is there to be closed. It keeps nothing alive.
  process.channel?.unref();
  return watch;
}

/** Where nothing listens, SIGTERM would end the process. */
function end(): void {
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(exitCode);
}
