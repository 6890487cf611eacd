import { join, resolve } from 'node:path'
import { keptChain } from '../actors/kept-chain.ts'
import { BadKeys } from '../actors/secret-file.ts'
import { KEY_PURPOSES } from '../canonical/key-document.ts'
import { systemRandom } from '../system/random.ts'
import type { Environment } from './data-folder.ts'
import { chainText } from './key-chain-text.ts'
import { holdsPart, KEY_PART_NAMES, KEY_PARTS, type KeyPartName } from './key-parts.ts'
import {
  DEFAULT_TIMES,
  done,
  type KeysResult,
  ROTATING,
  ROTATION_VERBS,
  type RotationVerb,
  runRotation,
  systemSentence,
  wrong,
} from './keys-rotation.ts'
import { typedWords } from './typed-words.ts'

/** `claros keys`: makes the keys of a service that runs on several machines, and shows their public halves. */

const HELP = `claros keys: the keys of a service that runs on several machines

  claros keys create DIR   makes a folder of keys below DIR for each part of the service: ${KEY_PART_NAMES.join(', ')}
         --for PART        this part alone, once for each
  claros keys show DIR     the public keys in DIR and in the folders of parts below it, and the documents of those that
                           have followed one another
         --json            for other programs

  Beside a running service, for PURPOSE ${ROTATING.join(' or ')} (docs/keys.md):
  claros keys prepare PURPOSE DIR   makes the key that will follow, and promises it
         --next FOLDER     where that key lies, for one that is kept elsewhere until it is needed
  claros keys rotate PURPOSE DIR    the prepared key follows; on every other machine: puts its files in order
         --next FOLDER     where the prepared key lies
         --in SECONDS      when it begins (default ${DEFAULT_TIMES.afterSeconds})
         --overlap SECONDS how long the old one stays valid beside it (default ${DEFAULT_TIMES.overlapSeconds})
  claros keys revoke PURPOSE DIR --since T   what a stolen key has signed since T counts no more, in Unix seconds or
                           as 2026-01-31T12:00:00Z. The key in use is followed by the prepared one at once
         --key HEX         of several keys, this one
  With all three: --redis URL (default: REDIS_URL, or the Redis of the data folder whose keys DIR is)

Each part gets its folder as KEYS_DIR, and no other. What is there already is kept: a key that was lost is restored from
a backup, never made anew. Back the folders up before you use them. "npm start" makes its own keys in DATA_DIR/keys.
Exit status: 0 done, 1 a key cannot be used; the message says why, 2 it could not be run.
`

const OPTIONS = {
  for: { type: 'string', multiple: true },
  next: { type: 'string' },
  in: { type: 'string' },
  overlap: { type: 'string' },
  since: { type: 'string' },
  key: { type: 'string' },
  redis: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const parse = (args: readonly string[]) => typedWords(args, { allowPositionals: true, options: OPTIONS })

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
  const places = [...new Set(keys.map((each) => each.folder))]
  const chains = places.flatMap((place) => KEY_PURPOSES.map((purpose) => keptChain(place, purpose)))
  const documents = chains.flat()
  if (isJson) return done(`${JSON.stringify([...keys, ...documents], null, 2)}\n`)
  return done(table(keys) + chains.map(chainText).join(''))
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
    return wrong(`claros: ${systemSentence(problem, resolve(path))}\n`)
  }
}

const isRotation = (verb: string | undefined): verb is RotationVerb => ROTATION_VERBS.some((each) => each === verb)

/** @returns the exit status */
export const keysCommand = async (args: readonly string[], env: Environment): Promise<0 | 1 | 2> => {
  const parsed = parse(args)
  const [verb, purpose, folder, ...more] = parsed?.positionals ?? []
  const isComplete = purpose !== undefined && folder !== undefined && more.length === 0
  const { status, out, errors } =
    parsed && !parsed.values.help && isRotation(verb) && isComplete
      ? await runRotation({ verb, purpose, folder: resolve(folder), ...parsed.values }, env)
      : runKeys(args)
  process.stdout.write(out)
  process.stderr.write(errors)
  return status
}
