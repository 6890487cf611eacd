import { UnreadableReply } from './query.ts'

/** One property of an event: its parameters (`TZID`) and its value, with the escapes of texts undone. */
export interface IcsProperty {
  readonly parameters: Readonly<Record<string, string>>
  readonly value: string
}

/** The properties of one event, by their names in capitals. Of a repeated one the first. */
export type IcsEvent = Readonly<Record<string, IcsProperty | undefined>>

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', N: '\n', ',': ',', ';': ';', '\\': '\\' }

const property = (line: string): readonly [name: string, property: IcsProperty] => {
  const found = /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^":;]*))*):(.*)$/.exec(line)
  if (!found) throw new UnreadableReply(`not a line of a calendar: ${line.slice(0, 80)}`)
  const [, name = '', written = '', value = ''] = found
  const parameters = [...written.matchAll(/;([A-Za-z0-9-]+)=(?:"([^"]*)"|([^":;]*))/g)].map(
    ([, key = '', quoted, plain]) => [key.toUpperCase(), quoted ?? plain ?? ''] as const,
  )
  const text = value.replaceAll(/\\([nN,;\\])/g, (_written, letter: string) => ESCAPES[letter] ?? letter)
  return [name.toUpperCase(), { parameters: Object.fromEntries(parameters), value: text }]
}

/**
 * The events of an iCalendar file (RFC 5545). Long lines are folded: a line that begins with a blank goes on with the one
 * before it. A file without its end was cut, and is refused. What is nested in an event (alarms) is passed over.
 */
export const icsEvents = (text: string): readonly IcsEvent[] => {
  const lines = text
    .replaceAll(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
  if (lines[0]?.toUpperCase() !== 'BEGIN:VCALENDAR')
    throw new UnreadableReply(`not a calendar: ${text.trim().slice(0, 80)}`)
  if (lines.at(-1)?.toUpperCase() !== 'END:VCALENDAR') throw new UnreadableReply('the calendar has no end')
  const events: IcsEvent[] = []
  let event: Record<string, IcsProperty> | null = null
  let nested = 0
  for (const line of lines) {
    const [name, read] = property(line)
    const part = read.value.toUpperCase()
    if (name === 'BEGIN' && part === 'VEVENT') event = {}
    else if (name === 'END' && part === 'VEVENT') {
      if (event) events.push(event)
      event = null
    } else if (event && name === 'BEGIN') nested++
    else if (event && name === 'END') nested--
    else if (event && nested === 0) event[name] ??= read
  }
  return events
}
