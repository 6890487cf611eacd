import type { AnnounceTerms, DlcSigner } from '../src/actors/dlc/signer.ts'
import { toDigits } from '../src/dlc/wire/digits.ts'
import type { DigitDescriptor, EnumDescriptor, EventDescriptor } from '../src/dlc/wire/event.ts'
import type { ResolverConfig } from '../src/dlc/terms/resolver-config.ts'
import type { NewEvent } from '../src/store/events/event-record.ts'

/** The two events that everything about the DLC oracle is measured with. */

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

/** Some outcome of an event, mostly another one for another number. */
export const someOutcome = (descriptor: EventDescriptor, number: number): readonly string[] =>
  descriptor.kind === 'enum'
    ? [descriptor.outcomes[number % descriptor.outcomes.length] ?? '']
    : toDigits(BigInt((number * 7_919) % 2 ** 20), descriptor)

/** The salt of an event: anything, as long as it differs. */
export const saltOf = (id: string): Uint8Array => new Bun.CryptoHasher('sha256').update(id).digest()

/** An announced event as the store takes it; nobody paid for it. */
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
