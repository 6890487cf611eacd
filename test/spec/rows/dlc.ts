import { free, post, type Price, type Specified, words } from '../specified.ts'

const EVENT: Price = { usd: '7.00', sats: 10000 }

const ANNOUNCED = `status eventid type label maturityTs oraclePubkey rpoints[] announcementSignature serialized rail
  priceUsd`
const ATTESTED = 'eventid outcome signatures[] serialized attestedAt'
const THRESHOLD = 'status eventid pair strike direction expiry oraclePubkey rpoints[] webhookUrl? rail'
const ENUM = `${ANNOUNCED} outcomes[]`
const NUMERIC = `${ANNOUNCED} base nbDigits isSigned unit`
const VALID = 'preview signed valid'

const ENUM_BODY = `label outcomes[] maturityTs metadata.resolverConfig.kind metadata.resolverConfig.source
  metadata.resolverConfig.boundaries[] metadata.resolverConfig.url`
const NUMERIC_BODY = `label maturityTs base nbDigits isSigned unit scaleFactor metadata.resolverConfig.kind
  metadata.resolverConfig.source metadata.resolverConfig.scaleFactor metadata.resolverConfig.url`

/** The oracle of discreet log contracts. */
export const DLC: readonly Specified[] = [
  free('/dlc/oracle/pubkey', 'pubkey'),
  free('/dlc/oracle/status', 'status last_attestation events.threshold.open'),
  free('/dlc/oracle/announcements', 'announcements[].eventid announcements[].status'),
  free('/dlc/oracle/announcements/{eventid}', 'eventid status rpoints[] serialized'),
  free('/dlc/oracle/attestations/{event_id}', ATTESTED),
  free('/dlc/oracle/threshold', 'contracts[].eventid contracts[].status contracts[].strike'),
  post('/dlc/oracle/threshold', EVENT, 'pair strike direction expiry webhookUrl', THRESHOLD),
  {
    method: 'DELETE',
    path: '/dlc/oracle/threshold/{eventid}',
    access: EVENT,
    fields: words('status attestation.outcome attestation.signatures[]'),
  },
  post('/dlc/oracle/enum', EVENT, ENUM_BODY, ENUM),
  post('/dlc/oracle/enum/preview', 'free', ENUM_BODY, VALID),
  free('/dlc/oracle/enum', 'events[].eventid events[].status events[].settled'),
  free('/dlc/oracle/enum/{eid}', ENUM),
  free('/dlc/oracle/enum/{eid}/serialized', ''),
  free('/dlc/oracle/enum/{eid}/attestation', ATTESTED),
  post('/dlc/oracle/enum/{eid}/attest', 'admin', 'outcome', ATTESTED),
  post('/dlc/oracle/numeric', EVENT, NUMERIC_BODY, NUMERIC),
  post('/dlc/oracle/numeric/preview', 'free', NUMERIC_BODY, VALID),
  free('/dlc/oracle/numeric', 'events[].eventid events[].status'),
  free('/dlc/oracle/numeric/{eid}', NUMERIC),
  free('/dlc/oracle/numeric/{eid}/serialized', ''),
  free('/dlc/oracle/numeric/{eid}/attestation', ATTESTED),
  post('/dlc/oracle/numeric/{eid}/attest', 'admin', '', ATTESTED),
]
