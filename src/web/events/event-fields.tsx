import type { EventKind } from '../../dlc/terms/lifecycle.ts'
import type { ComponentChildren } from 'preact'
import type { TypedEvent } from './draft.ts'
import { pairText } from './event-texts.ts'

interface FieldsProps {
  readonly kind: EventKind
  readonly draft: TypedEvent
  readonly set: (field: string, value: string) => void
  /** What is wrong with a field; empty: nothing is known to be. */
  readonly wrong: (field: string) => string
  readonly pairs: readonly string[]
}

type Named = FieldsProps & { readonly field: string; readonly name: string }

const Field = ({ field, name, wrong, children }: Named & { readonly children: ComponentChildren }) => (
  <label class="field">
    <span>{name}</span>
    {children}
    {wrong(field) !== '' && (
      <small class="bad" id={`wrong-${field}`}>
        {wrong(field)}
      </small>
    )}
  </label>
)

/** What tells assistive software that a field is wrong, and why. */
const marks = ({ field, wrong }: Named) =>
  wrong(field) === '' ? {} : { 'aria-invalid': true, 'aria-describedby': `wrong-${field}` }

const Text = (props: Named & { readonly hint?: string; readonly mode?: 'decimal' | 'url' }) => (
  <Field {...props}>
    <input
      type="text"
      inputMode={props.mode}
      placeholder={props.hint}
      autocomplete="off"
      value={props.draft[props.field]}
      onInput={({ currentTarget }) => props.set(props.field, currentTarget.value)}
      {...marks(props)}
    />
  </Field>
)

const Moment = (props: Named) => (
  <Field {...props}>
    <input
      type="datetime-local"
      value={props.draft[props.field]}
      onInput={({ currentTarget }) => props.set(props.field, currentTarget.value)}
      {...marks(props)}
    />
  </Field>
)

const Choice = (props: Named & { readonly options: readonly (readonly [string, string])[] }) => (
  <Field {...props}>
    <select
      value={props.draft[props.field]}
      onChange={({ currentTarget }) => props.set(props.field, currentTarget.value)}
      {...marks(props)}
    >
      {props.options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  </Field>
)

const pairOptions = (pairs: readonly string[]) => pairs.map((pair) => [pair, pairText(pair)] as const)

const Threshold = (props: FieldsProps) => (
  <>
    <Choice
      {...props}
      field="pair"
      name="Pair"
      options={pairOptions(props.pairs.filter((pair) => !pair.endsWith('VWAP')))}
    />
    <Choice
      {...props}
      field="direction"
      name="Breached when the price is"
      options={[
        ['below', 'at or below the strike'],
        ['above', 'at or above the strike'],
      ]}
    />
    <Text {...props} field="strike" name="Strike" mode="decimal" hint="80000" />
    <Moment {...props} field="expiry" name="Expiry, UTC" />
    <Choice
      {...props}
      field="cancellable"
      name="Its creator may cancel it"
      options={[
        ['yes', 'yes, until it expires'],
        ['no', 'no'],
      ]}
    />
  </>
)

const Settling = (props: FieldsProps) => {
  const { kind, draft } = props
  return (
    <>
      <Choice
        {...props}
        field="settledBy"
        name="Settled by"
        options={[
          ['price', kind === 'enum' ? 'the band that a price falls into' : 'a price of ours'],
          ['address', 'an address of yours'],
          ['hand', 'hand'],
        ]}
      />
      {draft['settledBy'] === 'price' && (
        <Choice {...props} field="source" name="Price" options={pairOptions(props.pairs)} />
      )}
      {draft['settledBy'] === 'price' && kind === 'enum' && (
        <Text {...props} field="boundaries" name="Boundaries, ascending" hint="80000, 120000" />
      )}
      {draft['settledBy'] === 'address' && (
        <Text {...props} field="url" name="Address" mode="url" hint="https://example.com/outcome" />
      )}
    </>
  )
}

const Shared = (props: FieldsProps) => (
  <>
    <Text {...props} field="label" name="Label" hint="Bitcoin at the end of the year" />
    <Moment {...props} field="maturity" name="Maturity, UTC" />
  </>
)

/** The fields of one kind of event. */
export const EventFields = (props: FieldsProps) => (
  <div class="grid-form top">
    {props.kind === 'threshold' ? (
      <Threshold {...props} />
    ) : (
      <>
        <Shared {...props} />
        {props.kind === 'enum' && <Text {...props} field="outcomes" name="Outcomes" hint="low, middle, high" />}
        <Settling {...props} />
        {props.kind === 'numeric' && (
          <>
            <Text {...props} field="base" name="Base of the digits" mode="decimal" />
            <Text {...props} field="nbDigits" name="Number of digits" mode="decimal" />
            <Text {...props} field="unit" name="Unit" />
          </>
        )}
      </>
    )}
  </div>
)
