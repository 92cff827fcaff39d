// Runs on any Node from 14 on, so that an old one prints a sentence and not a syntax error.
const [major, minor] = process.versions.node.split('.').map(Number);

export const isNewEnough = major > 22 || (major === 22 && minor >= 18);

/** The same words for the command and the library. */
export const needsNewerNode =
  `Turnwise needs Node 22.18 or newer. This is Node ${process.versions.node}.\n` +
  'Install a newer Node (nodejs.org, or your version manager) and try again.';
