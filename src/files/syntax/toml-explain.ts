import type { ParseError } from 'toml-eslint-parser';
import type { OffsetProblem } from './source.ts';
import { findTomlOpeners, type TomlOpener } from './toml-openers.ts';
