/** A certificate of nobody for 127.0.0.1, good for a hundred years: only for servers of tests. */
export const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg18k5/s5LtV9GibFx
IUwWZOyd3VnI8V7QS4rohrZf2eahRANCAAS+rKkLf4k4vPuWg7h+8ISdeTn2L7sF
FQptOG9saB2xfqiHNjLwVfFkwvef5NpnExHDbe6HTg+U6Xjlqa+yf2mq
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUOjsLX5SftxLWyjcEIMztzcedueQwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjE4MzU0NloYDzIxMjYxMDI5
MTgzNTQ2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAS+rKkLf4k4vPuWg7h+8ISdeTn2L7sFFQptOG9saB2xfqiHNjLwVfFk
wvef5NpnExHDbe6HTg+U6Xjlqa+yf2mqo1MwUTAdBgNVHQ4EFgQU8Eut0s+fXnGd
tgYvK0LLEG+/nCMwHwYDVR0jBBgwFoAU8Eut0s+fXnGdtgYvK0LLEG+/nCMwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiAv1nGAdiXmq1gTEtmfcps+
JRBlBU47eVmgsBDuzhRgPwIhAJ+Tvvb2S9yhlDnleHRu2BZ4c2DCIbc9FW2UbmH/
pfdL
-----END CERTIFICATE-----`,
};
