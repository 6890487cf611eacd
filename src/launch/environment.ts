import type { TObject } from '@sinclair/typebox'
import { fileSetting, variablesOf } from '../setting-files.ts'
import STEADY_MEMORY from './steady-memory.json' with { type: 'json' }

/** How the runtime treats memory, read by it when it starts: `launch.mjs` sets them (decision 0193). */
export const RUNTIME_MEMORY: readonly string[] = Object.keys(STEADY_MEMORY)

/** Variables that any process needs of the machine. None of them is a setting of this service. */
const SYSTEM = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', ...RUNTIME_MEMORY]

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The environment of one child: the settings of its own schema and nothing else. So a secret that only one process may
 * know is not in the environment of another one.
 */
export const environmentFor = (schema: TObject, parent: Environment, more: Environment): Record<string, string> => {
  const wanted = [...SYSTEM, ...variablesOf(schema.properties)]
  // What is given here has been read from its file already.
  const files = Object.keys(more).flatMap((name) => (more[name] === undefined ? [] : [[fileSetting(name), undefined]]))
  const merged: Environment = { ...parent, ...Object.fromEntries(files), ...more }
  const picked = wanted.flatMap((name) => (merged[name] === undefined ? [] : [[name, merged[name]] as const]))
  return Object.fromEntries([...picked, ['CLAROS_SUPERVISED', '1']])
}
