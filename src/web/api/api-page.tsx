import { useMemo, useState } from 'preact/hooks'
import { Failure } from '../parts/failure.tsx'
import { capital, dollars, satsText } from '../parts/texts.ts'
import { type ListedOperation, type OpenApi, operationsIn } from '../wire/openapi.ts'
import { usePolled } from '../wire/use-polled.ts'
import { OperationDetails } from './operation-details.tsx'

const Price = ({ operation }: ListedOperation) => {
  const price = operation['x-price']
  return price ? (
    <span class="op-price">
      {dollars(price.price_usd)} <span class="unit">{satsText(price.price_sats)}</span>
    </span>
  ) : (
    <span class="op-price muted">free</span>
  )
}

/** One operation; what it says is made when it is opened, since there are hundreds. */
const Row = ({ listed }: { readonly listed: ListedOperation }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="op" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span class="op-method">{listed.method}</span> <code class="breaks">{listed.path}</code> <Price {...listed} />
      </summary>
      {isOpen && <OperationDetails listed={listed} />}
    </details>
  )
}

const matches = ({ path, operation, method }: ListedOperation, words: readonly string[]): boolean => {
  const text = `${method} ${path} ${operation.summary} ${operation.tags.join(' ')}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

/** `/api`: every operation of `/openapi.json`, with its price, its parameters, an example and its free copy to try. */
export const ApiPage = () => {
  const { value: document, failure } = usePolled<OpenApi>('/openapi.json', null)
  const [search, setSearch] = useState('')
  const all = useMemo(() => (document ? operationsIn(document) : []), [document])
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = all.filter((each) => matches(each, words))
  const groups = [...Map.groupBy(shown, ({ operation }) => operation.tags[0] ?? 'other')]
  return (
    <>
      <h1>Interface</h1>
      <p class="lead">
        Every operation, as <a href="/openapi.json">OpenAPI</a> has it. A paid path answers 402 with its offers; the
        same request with a payment brings the signed answer.
      </p>
      <div class="bar" role="search">
        <label class="field grow">
          <span>Find an operation</span>
          <input
            type="search"
            placeholder="price, events, receipts …"
            value={search}
            onInput={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        </label>
      </div>
      <p class="muted small as-of" role="status">
        {document ? `${shown.length} of ${all.length} operations` : failure ? '' : 'Loading …'}
      </p>
      {failure && <Failure what="The interface could not be loaded." why={failure} />}
      {groups.map(([tag, operations]) => (
        <section class="family" key={tag}>
          <div class="family-head">
            <h2>{capital(tag)}</h2>
            <span class="muted small">{operations.length}</span>
          </div>
          <div class="ops">
            {operations.map((listed) => (
              <Row key={`${listed.method} ${listed.path}`} listed={listed} />
            ))}
          </div>
        </section>
      ))}
    </>
  )
}
