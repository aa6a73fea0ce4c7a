import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { shellCommand } from '../../src/base/shell-command.ts';

describe('shellCommand', () => {
  it('quotes nothing that needs no quotes', () => {
    const argv = ['walletproof', 'test', 'http://127.0.0.1:8080/callback', '--only', 'IDEM-01'];
    expect(shellCommand(argv)).toBe(argv.join(' '));
  });

  it('is read back by a shell as the same arguments', () => {
    const argv = ['http://h/c?a=1&b=$(id)', "it's", '', 'a b', '`id`', '*', '"', '\\', '!x', '~', '#'];
    const script = `printf '%s\\0' ${shellCommand(argv)}`;
    const read = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' });
    expect(read.split('\0').slice(0, -1)).toEqual(argv);
  });

  it('writes out what is not seen, and begins no line with it', () => {
    const argv = ["it's \u001b[31mred\\\n\tCONFORMANT \u202eé!7\n", 'a\u009b2Jb'];
    const command = shellCommand(argv);
    expect(command).toBe("$'it\\'s \\033[31mred\\\\\\012\\011CONFORMANT \\342\\200\\256é!7\\012' $'a\\302\\2332Jb'");
    const script = `printf '%s\\0' ${command}`;
    const read = execFileSync('bash', ['-c', script], { encoding: 'utf8' });
    expect(read.split('\0').slice(0, -1)).toEqual(argv);
  });
});
