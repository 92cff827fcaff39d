export type PartName = 'chromium' | 'postgresql';

export interface Part {
  readonly name: PartName;
  readonly found: boolean;
  readonly version?: string;
  readonly path?: string;
  readonly how: string;
}

export interface Machine {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly isRoot: boolean;
  readonly isProgram: (path: string) => boolean;
  readonly listFolder: (path: string) => readonly string[];
  readonly run: (program: string, args: readonly string[]) => { status: number | null; output: string };
  readonly say: (line: string) => void;
}

export const thisMachine: Machine;
export function findPart(name: PartName, machine?: Machine): Part;
export function ensurePart(name: PartName, machine?: Machine): Part;
