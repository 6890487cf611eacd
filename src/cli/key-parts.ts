import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createNostrKey, loadNostrKey, NOSTR_KEY_FILE } from '../actors/courier/nostr-key.ts'
import { createWebhookKey, loadWebhookKey, WEBHOOK_KEY_FILE } from '../actors/courier/webhook-key.ts'
import { createDlcKeys, DLC_KEY_FILES, loadOracleKey } from '../actors/dlc/dlc-keys.ts'
import { createKeys, loadKeys, RAIL_KEY_FILES } from '../actors/publisher/keys.ts'
import type { Random } from '../ports.ts'

/** Which keys belong together: those of one part of the service, which no other part may have. */

interface KeyPart {
  /** What it does with them. */
  readonly what: string
  readonly files: readonly string[]
  /** Makes what is missing; returns the paths. Throws `BadKeys` where only some are missing: those were lost. */
  create(folder: string, random: Random): readonly string[]
  /** The public halves in hex, by what they sign. Throws `BadKeys`. */
  read(folder: string): readonly (readonly [signs: string, publicKey: string])[]
}

export const KEY_PARTS = {
  publisher: {
    what: 'signs answers',
    files: Object.values(RAIL_KEY_FILES),
    create: createKeys,
    read: (folder) => Object.entries(loadKeys(folder)).map(([rail, { publicKey }]) => [rail, publicKey]),
  },
  signer: {
    what: 'announces and attests DLC events',
    files: Object.values(DLC_KEY_FILES),
    create: createDlcKeys,
    read: (folder) => [['dlc', loadOracleKey(folder)]],
  },
  courier: {
    what: 'signs webhooks and posts on Nostr',
    files: [WEBHOOK_KEY_FILE, NOSTR_KEY_FILE],
    create: (folder, random) => [...createWebhookKey(folder, random), ...createNostrKey(folder, random)],
    read: (folder) => [
      ['webhook', loadWebhookKey(folder).publicKey],
      ['nostr', loadNostrKey(folder).publicKey],
    ],
  },
} as const satisfies Readonly<Record<string, KeyPart>>

export type KeyPartName = keyof typeof KEY_PARTS

export const KEY_PART_NAMES = Object.keys(KEY_PARTS) as readonly KeyPartName[]

/** Whether a folder holds any key of a part. */
export const holdsPart = (folder: string, part: KeyPartName): boolean =>
  KEY_PARTS[part].files.some((file) => existsSync(join(folder, file)))
