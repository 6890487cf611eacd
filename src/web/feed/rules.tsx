import type { ComponentChildren } from 'preact'
import { capital, wordsOf } from '../parts/texts.ts'

const isPlain = (value: unknown): value is string | number | boolean | null =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

const told = (value: unknown): ComponentChildren => {
  if (isPlain(value)) return String(value)
  if (Array.isArray(value)) {
    if (value.every(isPlain)) return value.map(String).join(', ')
    return (
      <ol class="plain-list">
        {value.map((each: unknown, at) => (
          <li key={at}>{told(each)}</li>
        ))}
      </ol>
    )
  }
  return <MethodRules rules={value as Readonly<Record<string, unknown>>} />
}

/** A published method, rule by rule, as the definition has it. */
export const MethodRules = ({ rules }: { readonly rules: Readonly<Record<string, unknown>> }) => (
  <dl class="rules">
    {Object.entries(rules).map(([name, value]) => (
      <div key={name}>
        <dt>{capital(wordsOf(name))}</dt>
        <dd>{told(value)}</dd>
      </div>
    ))}
  </dl>
)
