/** The text format of Prometheus, version 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats/ */

export const TEXT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export interface Sample {
  /** The end of the sample's name, after that of the family: `_bucket`, `_sum`, `_count`. */
  readonly suffix?: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** Samples of one name. A family without samples is not shown. */
export interface Family {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram' | 'summary'
  readonly samples: readonly Sample[]
}

const inHelp = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')

const inLabel = (text: string): string => inHelp(text).replaceAll('"', '\\"')

const inNumber = (value: number): string =>
  value === Number.POSITIVE_INFINITY ? '+Inf' : value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value)

const line = (name: string, { suffix = '', labels, value }: Sample): string => {
  const written = Object.entries(labels).map(([label, text]) => `${label}="${inLabel(text)}"`)
  return `${name}${suffix}${written.length > 0 ? `{${written.join(',')}}` : ''} ${inNumber(value)}`
}

export const exposition = (families: readonly Family[]): string =>
  families
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, type, samples }) =>
      [
        `# HELP ${name} ${inHelp(help)}`,
        `# TYPE ${name} ${type}`,
        ...samples.map((sample) => line(name, sample)),
        '',
      ].join('\n'),
    )
    .join('')
