import { mkdirSync, statSync, unlinkSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { syncFolder } from '../../files/sync-folder.ts'

/** What the books need of a disk. Writing and syncing are asynchronous, since the same process concludes prices. */
export interface Disk {
  /** Opens a file for reading and writing, and creates it if there is none. */
  open(path: string): Promise<DiskFile>
  /** The file that has this name now; `null`: none. */
  look(path: string): { readonly inode: number; readonly size: number } | null
  remove(path: string): void
  makeFolder(path: string): void
  syncFolder(path: string): void
}

export interface DiskFile {
  /** For `readSync`. */
  readonly descriptor: number
  readonly inode: number
  size(): Promise<number>
  /** Writes all of it, or throws. */
  write(bytes: Uint8Array, at: number): Promise<void>
  truncate(length: number): Promise<void>
  /** After this, the written bytes survive a power cut. */
  sync(): Promise<void>
  close(): Promise<void>
}

export const localDisk: Disk = {
  open: async (path) => {
    // Not `r+`, which creates no file, nor `a+`, which ignores the position of a write.
    const made = await open(path, 'a', 0o600)
    await made.close()
    const file = await open(path, 'r+')
    const { ino } = await file.stat()
    return {
      descriptor: file.fd,
      inode: ino,
      size: async () => (await file.stat()).size,
      write: async (bytes, at) => {
        for (let done = 0; done < bytes.length;)
          done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten
      },
      truncate: (length) => file.truncate(length),
      sync: () => file.datasync(),
      close: () => file.close(),
    }
  },
  look: (path) => {
    const found = statSync(path, { throwIfNoEntry: false })
    return found ? { inode: found.ino, size: found.size } : null
  },
  remove: unlinkSync,
  makeFolder: (path) => void mkdirSync(path, { recursive: true, mode: 0o700 }),
  syncFolder,
}
