/** How a store that speaks S3 is named: `s3://BUCKET/PREFIX`; server, region and keys stand in the usual variables of the environment. */
import { LongtailError } from '../../../errors.js'

export interface S3Address {
  /** As it was written: for people. */
  readonly name: string
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** Ends with `/`, or is empty. */
  readonly prefix: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9._/-]*))?$/
const USUAL_REGION = 'us-east-1'

export function isS3(address: string): boolean {
  return address.startsWith('s3:')
}

export function parseS3Address(address: string, env: NodeJS.ProcessEnv = process.env): S3Address {
  const [, bucket, path = ''] = ADDRESS.exec(address) ?? []
  if (bucket === undefined)
    throw new LongtailError(
      'E_USAGE',
      `${address}: write s3://BUCKET or s3://BUCKET/PREFIX. A bucket name has 3 to 63 small letters, digits, "." and "-"; PREFIX may also have capital letters and "_"`,
    )
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = env
  if (accessKeyId === '' || secretAccessKey === '')
    throw new LongtailError(
      'E_STORE',
      `${address}: no key; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment`,
    )
  const region = env.AWS_REGION ?? env.AWS_DEFAULT_REGION ?? USUAL_REGION
  const endpoint = env.AWS_ENDPOINT_URL_S3 ?? env.AWS_ENDPOINT_URL ?? `https://s3.${region}.amazonaws.com`
  if (!/^https?:/.test(endpoint) || !URL.canParse(endpoint))
    throw new LongtailError('E_STORE', `AWS_ENDPOINT_URL is ${endpoint}: it must be http://HOST:PORT or https://HOST`)
  const prefix = path.split('/').filter(Boolean).join('/')
  return {
    ...{ name: `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`, region, bucket, accessKeyId, secretAccessKey },
    endpoint: endpoint.replace(/\/+$/, ''),
    prefix: prefix === '' ? '' : `${prefix}/`,
    ...(env.AWS_SESSION_TOKEN === undefined ? {} : { sessionToken: env.AWS_SESSION_TOKEN }),
  }
}
