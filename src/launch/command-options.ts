import { parseArgs } from 'node:util'
import type { TSchema } from '@sinclair/typebox'
import { nearestWord } from '../nearest-word.ts'
import { settingFault, settingValue } from '../setting-fault.ts'
import { optionOf } from '../setting-kinds.ts'
import { wrapped } from './wrapped.ts'

/**
 * The options of `npm start` and `npm run demo`: those settings that are marked as options, and switches of the command's
 * own. What is read, what is refused and what `--help` says all follow from them.
 */

export interface Command {
  /** What is typed before the options: `npm start`. */
  readonly name: string
  readonly settings: Readonly<Record<string, TSchema>>
  /** What each switch does, by its name without dashes. */
  readonly switches: Readonly<Record<string, string>>
}

export interface CommandLine {
  /** The settings that were given, by the names of settings. */
  readonly settings: Readonly<Record<string, string>>
  /** The switches that were given. */
  readonly on: ReadonlySet<string>
}

/** The command line does not fit. The message says what is wrong, and which options there are. */
export class BadUsage extends Error {
  override readonly name = 'BadUsage'
}

interface Option {
  readonly setting: string
  readonly schema: TSchema
  readonly takes: string
}

const optionsOf = ({ settings }: Command): ReadonlyMap<string, Option> =>
  new Map(
    Object.entries(settings).flatMap(([setting, schema]) => {
      const option = optionOf(schema)
      return option === null ? [] : [[option.name, { setting, schema, takes: option.takes }] as const]
    }),
  )

/** Options are few, so two letters may be wrong. */
const SLIPS = 2

const HELP = { help: 'this text' } as const

/** Each option with what it does, aligned. */
export const optionLines = (command: Command): string => {
  const rows = [
    ...[...optionsOf(command)].map(([name, { schema, takes }]) => {
      const says = `${String(schema.description)} (default ${String(schema.default)})`
      return [`--${name} ${takes}`, says] as const
    }),
    ...Object.entries({ ...command.switches, ...HELP }).map(([name, says]) => [`--${name}`, says] as const),
  ]
  const width = Math.max(...rows.map(([head]) => head.length))
  return rows.map(([head, says]) => wrapped(`  ${head.padEnd(width)}   `, says)).join('\n')
}

/** What npm makes of options that stand before its two dashes: it keeps them for itself. */
const takenByNpm = (name: string): string => `npm_config_${name}`

/** Reads the arguments. Throws `BadUsage`. */
export const readCommandLine = (
  command: Command,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): CommandLine => {
  const options = optionsOf(command)
  const switches = Object.keys({ ...command.switches, ...HELP })
  const names = [...options.keys(), ...switches]
  const refuse = (fault: string): never => {
    throw new BadUsage(`${fault}\n\n${command.name} -- [options]\n\n${optionLines(command)}`)
  }
  const swallowed = names.find((name) => env[takenByNpm(name)] !== undefined)
  if (swallowed !== undefined)
    refuse(`npm has taken --${swallowed} for itself. Write two dashes before it: ${command.name} -- --${swallowed} …`)
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      names.map((name) => [name, { type: options.has(name) ? ('string' as const) : ('boolean' as const) }]),
    ),
  })
  const settings: Record<string, string> = {}
  const on = new Set<string>()
  for (const token of tokens) {
    if (token.kind === 'positional') refuse(`${command.name} takes options only, found ${JSON.stringify(token.value)}.`)
    if (token.kind !== 'option') continue
    const { name, rawName } = token
    const value = token.value?.trim()
    const option = options.get(name)
    if (option !== undefined) {
      if (value === undefined || value.startsWith('--')) refuse(`${rawName} needs a value: ${rawName} ${option.takes}`)
      const fault = settingFault(rawName, option.schema, settingValue(option.schema, value!))
      if (fault !== null) refuse(`${fault}.`)
      if (option.setting in settings) refuse(`${rawName} is given twice.`)
      settings[option.setting] = value!
    } else if (switches.includes(name)) {
      if (value !== undefined) refuse(`${rawName} takes no value.`)
      on.add(name)
    } else {
      const near = nearestWord(name, names, SLIPS)
      refuse(`${rawName} is no option of ${command.name}.${near === null ? '' : ` Did you mean --${near}?`}`)
    }
  }
  return { settings, on }
}
