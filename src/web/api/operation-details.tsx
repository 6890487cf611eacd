import { useState } from 'preact/hooks'
import { Box } from '../parts/box.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { answerExample, bodyExample, type ListedOperation, type Parameter } from '../wire/openapi.ts'
import { TryPreview } from './try-preview.tsx'

const Parameters = ({ parameters }: { readonly parameters: readonly Parameter[] }) => (
  <Box name="Parameters: table">
    <table>
      <thead>
        <tr>
          <th scope="col">Parameter</th>
          <th scope="col">In</th>
          <th scope="col">What it says</th>
        </tr>
      </thead>
      <tbody>
        {parameters.map(({ name, in: place, required, description }) => (
          <tr key={`${place} ${name}`}>
            <th scope="row">
              <code>{name}</code>
              {required && <span class="second">required</span>}
            </th>
            <td class="muted">{place}</td>
            <td>{description}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Box>
)

const Example = ({ name, example }: { readonly name: string; readonly example: unknown }) => {
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
  return (
    <div>
      <div class="row">
        <h3>{name}</h3>
        <CopyButton text={text} what="it" />
      </div>
      <pre class="answer section-tight" tabIndex={0}>
        {text}
      </pre>
    </div>
  )
}

/** What an operation takes and gives, and its free copy to try. */
export const OperationDetails = ({ listed }: { readonly listed: ListedOperation }) => {
  const { operation, parameters, preview, path, method } = listed
  const [body] = useState(() => bodyExample(operation))
  const answer = answerExample(operation)
  const isItem = path.startsWith('/oracle/') && !path.includes('{') && operation['x-price'] !== undefined
  return (
    <div class="operation stack">
      <p>{operation.summary}</p>
      {isItem && (
        <p>
          <a class="button" href={path.replace('/oracle/', '/feeds/')}>
            Its page, where it is bought
          </a>
        </p>
      )}
      {parameters.length > 0 && <Parameters parameters={parameters} />}
      {preview !== null && <TryPreview path={preview} method={method} parameters={parameters} body={body} />}
      {body !== undefined && <Example name="Example of a body" example={body} />}
      {answer !== undefined && <Example name="Example of an answer" example={answer} />}
    </div>
  )
}
