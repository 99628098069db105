/**
 * A self-signed certificate for secure.example, localhost and 127.0.0.1, of use to nobody but these tests. Made by
 *   openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 36500 -subj '/CN=longtail test' \
 *     -addext 'subjectAltName=DNS:localhost,DNS:secure.example,IP:127.0.0.1'
 */
export const TEST_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgYPonBdCmFLUkKllz
8DLGWV0JyKuTML/5vUOnCl+0mA6hRANCAAR6s+6H6cEmH8uO+DPq7tRufB8gdiCH
oZtpsYDZPILoBTIi6P4l8MSEWh2Kf59Qu8rL3WyuEwcmz+44n5MnaYOt
-----END PRIVATE KEY-----
`

export const TEST_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBtDCCAVmgAwIBAgIUNqmwcudQMF2GAC9+JUT70GGCVWswCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNbG9uZ3RhaWwgdGVzdDAgFw0yNjExMTUxMDE0MzVaGA8yMTI2
MTAyMjEwMTQzNVowGDEWMBQGA1UEAwwNbG9uZ3RhaWwgdGVzdDBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABHqz7ofpwSYfy474M+ru1G58HyB2IIehm2mxgNk8gugF
MiLo/iXwxIRaHYp/n1C7ysvdbK4TBybP7jifkydpg62jfzB9MB0GA1UdDgQWBBR4
zygVBNNmzyJmrvZVTKue/XJNojAfBgNVHSMEGDAWgBR4zygVBNNmzyJmrvZVTKue
/XJNojAPBgNVHRMBAf8EBTADAQH/MCoGA1UdEQQjMCGCCWxvY2FsaG9zdIIOc2Vj
dXJlLmV4YW1wbGWHBH8AAAEwCgYIKoZIzj0EAwIDSQAwRgIhAPKBNhM7iHoJpDvX
vmztx3MeBjRGeq3mkwYFc99+r+ViAiEA+S3O994/qj+NUHHow/pf+n85xeiFWQL+
A04sPOCJ+xc=
-----END CERTIFICATE-----
`
