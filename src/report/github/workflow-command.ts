/** Kinds of annotations that GitHub Actions knows. */
export type AnnotationKind = 'error' | 'warning' | 'notice';

/** A remark at a place of a file. */
export interface Annotation {
  readonly kind: AnnotationKind;
  readonly title: string;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
}

/** An annotation as a workflow command: one line, whatever is in its texts. */
export const workflowCommand = ({ kind, title, message, file, line }: Annotation): string => {
  const pairs = [
    ['file', file],
    ['line', line],
    ['title', title],
  ] as const;
  const properties = pairs
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${kind} ${properties.join(',')}::${escapeData(message)}`;
};

const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
