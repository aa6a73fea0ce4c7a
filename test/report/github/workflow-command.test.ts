import { describe, expect, it } from '@jest/globals';
import { workflowCommand } from '../../../src/report/github/workflow-command.ts';

describe('workflowCommand', () => {
  it('names the file, the line and the title', () => {
    const annotation = {
      kind: 'error',
      title: 'T',
      message: 'M',
      file: 'a/b.yaml',
      line: 7,
    } as const;
    expect(workflowCommand(annotation)).toBe('::error file=a/b.yaml,line=7,title=T::M');
  });

  it('leaves out a place that it has not', () => {
    expect(workflowCommand({ kind: 'notice', title: 'T', message: 'M' })).toBe(
      '::notice title=T::M',
    );
  });

  it('escapes what ends a line or begins an escape, in a message', () => {
    expect(workflowCommand({ kind: 'warning', title: 'T', message: '100%\r\n::error::a,b' })).toBe(
      '::warning title=T::100%25%0D%0A::error::a,b',
    );
  });

  it('escapes what ends a property too, in a title and a file', () => {
    const annotation = { kind: 'error', title: 'a:b,c%0A', message: '', file: 'C:\\a,b' } as const;
    expect(workflowCommand(annotation)).toBe('::error file=C%3A\\a%2Cb,title=a%3Ab%2Cc%250A::');
  });
});
