import { BadConfig } from '../config.ts'
import { readOfficial } from '../actors/publisher/official-calendar.ts'
import type { OfficialFile } from '../feeds/calendar/official.ts'
import { registry } from '../feeds/registry.ts'
import type { AnyBoard } from '../feeds/board.ts'
import { readPairs } from '../read-pairs.ts'

/** Settings that name actors and providers, checked against the registry. They throw `BadConfig` naming the setting. */

/** Periods in seconds that replace those of the definitions, by actor or prefix. */
export const cadencesOf = (written: string | undefined): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(readPairs('CADENCES', written)).map(([id, period]) => {
      const seconds = Number(period)
      if (!Number.isInteger(seconds) || seconds < 1)
        throw new BadConfig(`CADENCES: ${id} needs whole seconds from 1 up, found ${period}`)
      const known = [
        ...registry.boards.map((board) => board.id),
        ...registry.fills.map((fill) => fill.id),
        ...registry.items.map((item) => item.actor),
      ]
      if (!known.some((actor) => actor === id || actor.startsWith(`${id}/`)))
        throw new BadConfig(`CADENCES: no actor starts with ${id}`)
      return [id, seconds]
    }),
  )

/** The source of this name, among all boards and streams, those of subjects that start on demand included. */
const sourceCalled = (setting: string, name: string): AnyBoard['source'] => {
  const onDemand = registry.onDemand.flatMap((feed) => feed.subjects.flatMap((subject) => feed.boards(subject)))
  const known = [...registry.boards, ...registry.streams, ...onDemand].find(({ source }) => source.name === name)
  if (!known) throw new BadConfig(`${setting}: no provider is called ${name}`)
  return known.source
}

export const keysOf = (written: string | undefined): Readonly<Record<string, string>> => {
  const keys = readPairs('PROVIDER_KEYS', written, 'secret')
  for (const name of Object.keys(keys))
    if (!sourceCalled('PROVIDER_KEYS', name).keyed) throw new BadConfig(`PROVIDER_KEYS: ${name} takes no key`)
  return keys
}

export const licensedOf = (written: string | undefined): readonly string[] =>
  (written ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
    .map((name) => sourceCalled('SOURCES_LICENSED', name).name)

export const originsOf = (written: string | undefined): Readonly<Record<string, string>> => {
  const origins = readPairs('PROVIDER_ORIGINS', written)
  for (const [name, origin] of Object.entries(origins)) {
    const isSocket = sourceCalled('PROVIDER_ORIGINS', name).origin.startsWith('ws')
    const [scheme, spelling] = isSocket ? (['wss', /^wss?:/] as const) : (['https', /^https?:/] as const)
    if (!spelling.test(origin) || !URL.canParse(origin))
      throw new BadConfig(
        `PROVIDER_ORIGINS: ${name} needs an address like ${scheme}://api.example.com, found ${origin}`,
      )
  }
  return origins
}

/** The operator's file of dates; `null` without one. */
export const officialOf = (path: string | undefined): OfficialFile | null => {
  if (path === undefined) return null
  const read = readOfficial(path)
  if (!read.ok) throw new BadConfig(`CALENDAR_FILE: ${path}: ${read.faults.join('; ')}`)
  return read.file
}
