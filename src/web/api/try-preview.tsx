import { useState } from 'preact/hooks'
import { getJson, postJson } from '../wire/get-json.ts'
import type { Parameter } from '../wire/openapi.ts'

interface TryPreviewProps {
  readonly path: string
  readonly method: string
  readonly parameters: readonly Parameter[]
  /** An example of the body; left out where it takes none. */
  readonly body: unknown
}

const firstWords = (parameters: readonly Parameter[]): Readonly<Record<string, string>> =>
  Object.fromEntries(parameters.map(({ name, example }) => [name, example === undefined ? '' : String(example)]))

const addressOf = (path: string, parameters: readonly Parameter[], words: Readonly<Record<string, string>>): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(words[name] ?? ''))
  const query = new URLSearchParams(
    parameters.flatMap(({ name, in: place }) => (place === 'query' && words[name] ? [[name, words[name]]] : [])),
  ).toString()
  return query === '' ? filled : `${filled}?${query}`
}

/** Guards and headers of payments mean nothing to a free copy. */
const isWanted = ({ in: place, required }: Parameter): boolean =>
  place === 'path' || (place === 'query' && required === true)

/** Asks a free copy, and shows what it says. */
export const TryPreview = ({ path, method, parameters, body }: TryPreviewProps) => {
  const fields = parameters.filter(isWanted)
  const [words, setWords] = useState(() => firstWords(fields))
  const [sent, setSent] = useState(() => (body === undefined ? '' : JSON.stringify(body, null, 2)))
  const [said, setSaid] = useState<string | null>(null)
  const address = addressOf(path, fields, words)
  const ask = async () => {
    setSaid('Asking …')
    try {
      const found = await (method === 'GET' ? getJson<unknown>(address) : postJson<unknown>(address, JSON.parse(sent)))
      setSaid(JSON.stringify(found, null, 2))
    } catch (problem) {
      setSaid(problem instanceof Error ? problem.message : String(problem))
    }
  }
  return (
    <div class="sheet">
      <h3>Try the preview</h3>
      <p class="muted small breaks">
        <code>
          {method} {address}
        </code>{' '}
        Free, unsigned, delayed.
      </p>
      {fields.length > 0 && (
        <div class="grid-form section-tight">
          {fields.map(({ name }) => (
            <label class="field" key={name}>
              <span>{name}</span>
              <input
                type="text"
                autocomplete="off"
                value={words[name]}
                onInput={({ currentTarget }) => setWords((before) => ({ ...before, [name]: currentTarget.value }))}
              />
            </label>
          ))}
        </div>
      )}
      {body !== undefined && (
        <label class="field section-tight">
          <span>Body, JSON</span>
          <textarea
            class="short"
            spellcheck={false}
            value={sent}
            onInput={({ currentTarget }) => setSent(currentTarget.value)}
          />
        </label>
      )}
      <div class="row section-tight">
        <button type="button" class="small-button" onClick={() => void ask()}>
          Ask
        </button>
      </div>
      {said !== null && (
        <pre class="answer section-tight" tabIndex={0} role="status">
          {said}
        </pre>
      )}
    </div>
  )
}
