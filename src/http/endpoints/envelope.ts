import { type TObject, Type } from '@sinclair/typebox'
import { repeatedBy } from '../../canonical/repeated-members.ts'

/** The fields of every signed body besides its content. */
const Signed = {
  timestamp: Type.Integer({
    title: 'Timestamp',
    description: 'Unix seconds of the computation; position 8 of a price canonical',
  }),
  canonical: Type.String({ title: 'Canonical', description: 'The pipe-delimited string that is signed' }),
  signature: Type.String({ title: 'Signature', description: 'Base64; over SHA-256 of the canonical string' }),
  pubkey: Type.String({ title: 'PublicKey', description: 'Hex; one key pair per rail of this service' }),
  signingScheme: Type.Union([Type.Literal('ed25519'), Type.Literal('secp256k1_ecdsa')], {
    title: 'SigningScheme',
    description: 'ed25519 for x402 buyers, secp256k1_ecdsa (DER) for L402 buyers',
  }),
  contentHash: Type.String({
    title: 'ContentHash',
    description: 'Hex SHA-256 of the RFC 8785 form of the body without its envelope',
  }),
}

/** The field that an edition has besides: its canonical string does not hold the hash. */
const OfEditions = {
  contentSignature: Type.String({
    title: 'ContentSignature',
    description: 'Base64; over SHA-256 of "claros-content-v1|" + contentHash, same key',
  }),
}

/** A signed answer of any kind. */
export const SignedAnswer = Type.Object(Type.Partial(Type.Object({ ...Signed, ...OfEditions })).properties, {
  title: 'SignedAnswer',
  additionalProperties: true,
  description: 'The signed answer, as it was sold',
})

/**
 * The schema of an answer that is signed for one request.
 *
 * @param title its name in OpenAPI
 */
export const withSignature = (answer: TObject, title: string): TObject =>
  Type.Object({ ...answer.properties, ...Signed }, { title })

/**
 * The schema of an answer that is sold in editions.
 *
 * @param title its name in OpenAPI
 * @param type of its canonical string: some bodies carry a member twice
 */
export const withEnvelope = (answer: TObject, title: string, type = ''): TObject => {
  const repeated = repeatedBy(type)
  const description = `The same as ${repeated?.of}, for published clients`
  return Type.Object(
    {
      ...answer.properties,
      ...Signed,
      ...OfEditions,
      ...(repeated && { [repeated.name]: Type.String({ description }) }),
    },
    { title },
  )
}
