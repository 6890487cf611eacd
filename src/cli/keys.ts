import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BadKeys } from '../actors/secret-file.ts'
import { systemRandom } from '../system/random.ts'
import { holdsPart, KEY_PART_NAMES, KEY_PARTS, type KeyPartName } from './key-parts.ts'

/** `claros keys`: makes the keys of a service that runs on several machines, and shows their public halves. */

const HELP = `claros keys: the keys of a service that runs on several machines

  claros keys create DIR   makes a folder of keys below DIR for each part of the service: ${KEY_PART_NAMES.join(', ')}
         --for PART        this part alone, once for each
  claros keys show DIR     the public keys in DIR and in the folders of parts below it
         --json            for other programs

Each part gets its folder as KEYS_DIR, and no other. What is there already is kept: a key that was lost is restored from
a backup, never made anew. Back the folders up before you use them. "npm start" makes its own keys in DATA_DIR/keys.
Exit status: 0 done, 1 a key cannot be used; the message says why, 2 it could not be run.
`

type Status = 0 | 1 | 2

/** What the command writes, and its exit status. */
export interface KeysResult {
  readonly status: Status
  readonly out: string
  readonly errors: string
}

const OPTIONS = {
  for: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
  } catch {
    return null
  }
}

const done = (out: string): KeysResult => ({ status: 0, out, errors: '' })
const wrong = (message: string, status: 1 | 2 = 2): KeysResult => ({ status, out: '', errors: message })

const isPart = (name: string): name is KeyPartName => KEY_PART_NAMES.some((part) => part === name)

/** One public key, and where it lies. */
interface ShownKey {
  readonly part: KeyPartName
  readonly folder: string
  readonly signs: string
  readonly publicKey: string
}

/** In the folder itself, as one machine has them, and in a folder for each part. */
const keysIn = (folder: string): readonly ShownKey[] =>
  KEY_PART_NAMES.flatMap((part) =>
    [folder, join(folder, part)].flatMap((place) =>
      holdsPart(place, part)
        ? KEY_PARTS[part].read(place).map(([signs, publicKey]) => ({ part, folder: place, signs, publicKey }))
        : [],
    ),
  )

const table = (keys: readonly ShownKey[]): string =>
  keys.map(({ part, signs, publicKey }) => `${part.padEnd(10)} ${signs.padEnd(8)} ${publicKey}\n`).join('')

const create = (folder: string, parts: readonly KeyPartName[]): KeysResult => {
  const made = parts.flatMap((part) => KEY_PARTS[part].create(join(folder, part), systemRandom))
  const files = made.map((path) => `made ${path}\n`).join('')
  const places = parts.map((part) => `KEYS_DIR=${join(folder, part)}   ${KEY_PARTS[part].what}\n`).join('')
  return done(`${files || 'everything was there already\n'}${places}${table(keysIn(folder))}`)
}

const show = (folder: string, isJson: boolean): KeysResult => {
  const keys = keysIn(folder)
  if (keys.length === 0) return wrong(`claros: there are no keys of this service in ${folder}.\n`, 1)
  return done(isJson ? `${JSON.stringify(keys, null, 2)}\n` : table(keys))
}

export const runKeys = (args: readonly string[]): KeysResult => {
  const parsed = parse(args)
  if (parsed?.values.help) return done(HELP)
  const [verb, path, ...more] = parsed?.positionals ?? []
  if (!parsed || (verb !== 'create' && verb !== 'show') || path === undefined || more.length > 0) return wrong(HELP)
  const { for: named = KEY_PART_NAMES, json = false } = parsed.values
  const unknown = named.find((name) => !isPart(name))
  if (unknown !== undefined)
    return wrong(`claros: there is no part ${JSON.stringify(unknown)}: there are ${KEY_PART_NAMES.join(', ')}.\n`)
  try {
    return verb === 'create' ? create(resolve(path), named.filter(isPart)) : show(resolve(path), json)
  } catch (problem) {
    if (problem instanceof BadKeys) return wrong(`claros: ${problem.message}\n`, 1)
    const { code, syscall } = problem as { readonly code?: string; readonly syscall?: string }
    if (code === undefined || syscall === undefined) throw problem
    return wrong(`claros: ${resolve(path)} cannot be used (${code}).\n`)
  }
}

/** @returns the exit status */
export const keysCommand = (args: readonly string[]): Status => {
  const { status, out, errors } = runKeys(args)
  process.stdout.write(out)
  process.stderr.write(errors)
  return status
}
