/** Certificates that are wrong in many ways, made on the spot: just enough DER for that. */
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

export interface Certificate {
  readonly key: string
  readonly cert: string
}

interface Wishes {
  readonly from?: string
  readonly to?: string
  readonly names?: readonly Buffer[]
  readonly subject?: Buffer
  readonly extensions?: readonly Buffer[]
  readonly serial?: Buffer
  readonly digest?: 'sha256' | 'sha1'
  readonly version?: number
  readonly isCut?: boolean
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const size = body.length
  const length =
    size < 128
      ? [size]
      : size < 65_536
        ? [0x82, size >> 8, size & 0xff]
        : [0x83, size >> 16, (size >> 8) & 0xff, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts)
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const text = (value: string): Buffer => der(0x0c, Buffer.from(value, 'utf8'))
/** A common name. */
export const name = (value: string): Buffer => sequence(der(0x31, sequence(oid('550403'), text(value))))
export const dnsName = (value: string): Buffer => der(0x82, Buffer.from(value, 'latin1'))

function extension(id: string, value: Buffer, isCritical = false): Buffer {
  return sequence(oid(id), ...(isCritical ? [der(0x01, Buffer.from([0xff]))] : []), der(0x04, value))
}

export const UNKNOWN_CRITICAL = extension('2a0304', Buffer.from('0500', 'hex'), true)
export const IS_AUTHORITY = extension('551d13', sequence(der(0x01, Buffer.from([0xff]))), true)
export const FOR_MAIL_ONLY = extension('551d25', sequence(oid('2b06010505070304')), true)

const EC = generateKeyPairSync('ec', { namedCurve: 'P-256' })
export const WEAK_RSA = generateKeyPairSync('rsa', { modulusLength: 1024 })

export function certificate(
  wishes: Wishes = {},
  keys: { publicKey: KeyObject; privateKey: KeyObject } = EC,
): Certificate {
  const {
    from = '20200101000000Z',
    to = '21200101000000Z',
    names = [dnsName('honest.example')],
    digest = 'sha256',
  } = wishes
  const isRsa = keys.publicKey.asymmetricKeyType === 'rsa'
  const algorithm = isRsa
    ? sequence(oid(digest === 'sha1' ? '2a864886f70d010105' : '2a864886f70d01010b'), der(0x05))
    : sequence(oid(digest === 'sha1' ? '2a8648ce3d0401' : '2a8648ce3d040302'))
  const subject = wishes.subject ?? name('hostile test')
  const extensions = [
    ...(names.length === 0 ? [] : [extension('551d11', sequence(...names))]),
    ...(wishes.extensions ?? []),
  ]
  const version = wishes.version ?? 2
  const content = sequence(
    ...(version === 0 ? [] : [der(0xa0, der(0x02, Buffer.from([version])))]),
    der(0x02, wishes.serial ?? Buffer.from([1])),
    algorithm,
    subject,
    sequence(der(0x18, Buffer.from(from)), der(0x18, Buffer.from(to))),
    subject,
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    ...(version === 0 || extensions.length === 0 ? [] : [der(0xa3, sequence(...extensions))]),
  )
  const signature = wishes.isCut === true ? Buffer.from([0]) : sign(digest, content, keys.privateKey)
  const bytes = sequence(content, algorithm, der(0x03, Buffer.from([0]), signature))
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  return {
    key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  }
}
