import type { AnnounceTerms, DlcSigner } from '../src/actors/dlc/signer.ts'
import { toDigits } from '../src/dlc/wire/digits.ts'
import type { DigitDescriptor, EnumDescriptor, EventDescriptor } from '../src/dlc/wire/event.ts'
import type { ResolverConfig } from '../src/dlc/terms/resolver-config.ts'
import type { NewEvent } from '../src/store/events/event-record.ts'

/** The two kinds of event with which the DLC oracle is measured. */

const ENUM: EnumDescriptor = {
  kind: 'enum',
  outcomes: Array.from({ length: 100 }, (_, at) => `outcome ${at}`),
}

const DIGITS: DigitDescriptor = {
  kind: 'digits',
  base: 2,
  isSigned: false,
  unit: 'USD',
  precision: 0,
  nbDigits: 20,
}

export const SHAPES = {
  enum: { name: 'an enum of 100 outcomes', descriptor: ENUM },
  digits: { name: 'a number of 20 binary digits', descriptor: DIGITS },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly descriptor: EventDescriptor }>>

export type Shape = keyof typeof SHAPES

/** An outcome of an event; different numbers mostly give different outcomes. */
export const someOutcome = (descriptor: EventDescriptor, number: number): readonly string[] =>
  descriptor.kind === 'enum'
    ? [descriptor.outcomes[number % descriptor.outcomes.length] ?? '']
    : toDigits(BigInt((number * 7_919) % 2 ** 20), descriptor)

/** The salt of an event. Any value will do if it differs between events. */
export const saltOf = (id: string): Uint8Array => new Bun.CryptoHasher('sha256').update(id).digest()

/** An announced event as the store takes it, without a payment. */
export const offeredEvent = (
  signer: Pick<DlcSigner, 'announce'>,
  shape: Shape,
  {
    id,
    maturityTs,
    resolver,
  }: {
    readonly id: AnnounceTerms['eventId']
    readonly maturityTs: AnnounceTerms['maturityTs']
    /** `null`: an administrator attests it. */
    readonly resolver: ResolverConfig | null
  },
): NewEvent => {
  const { descriptor } = SHAPES[shape]
  const shown = { label: SHAPES[shape].name, resolverConfig: null, rail: 'l402' } as const
  const salt = saltOf(id)
  return {
    kind: shape === 'enum' ? 'enum' : 'numeric',
    pair: resolver && 'source' in resolver && resolver.source.kind === 'feed' ? resolver.source.pair : null,
    watch: null,
    salt: salt.toHex(),
    announcement: signer.announce({ eventId: id, maturityTs, descriptor }, salt).announcement,
    payment: `l402:${id}`,
    terms: shape === 'enum' ? { kind: 'enum', ...shown } : { kind: 'numeric', scaleFactor: 1, ...shown },
    hidden: { webhookUrl: null, payer: null, manageTokenHash: '', resolver, scale: '1' },
    offeredAt: Date.now(),
  }
}
