/** Certificates for a test: an authority of its own, and a server that it answers for. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** Makes an authority in `folder`; answers the path of its certificate, and a maker of servers' certificates. */
export function makeAuthority(folder: string, name: string) {
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  };
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  const days = ['-days', '2'];
  openssl(
    'req',
    '-x509',
    ...newKey,
    ...days,
    '-subj',
    `/CN=${name}`,
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.crt`,
  );
  return {
    path: join(folder, `${name}.crt`),
    serverOf(host: string, validDays = 2): { certificate: string; key: string } {
      openssl(
        'req',
        ...newKey,
        '-subj',
        `/CN=${host}`,
        '-keyout',
        'server.key',
        '-out',
        'server.csr',
      );
      writeFileSync(join(folder, 'names'), `subjectAltName=DNS:${host}`);
      const by = ['-CA', `${name}.crt`, '-CAkey', `${name}.key`, '-CAcreateserial'];
      openssl(
        'x509',
        '-req',
        '-in',
        'server.csr',
        ...by,
        '-days',
        String(validDays),
        '-extfile',
        'names',
        '-out',
        'server.crt',
      );
      return { certificate: read('server.crt'), key: read('server.key') };
    },
  };
}
