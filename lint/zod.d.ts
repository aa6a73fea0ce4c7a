/** Schemas as our types name them: what each makes, and nothing else. */
export namespace z {
  export interface ZodType<Output = unknown, _Input = unknown, _Internals = unknown> {
    readonly _zod: { readonly output: Output };
  }
  export type output<S> = S extends { readonly _zod: { readonly output: infer O } } ? O : never;
  export type infer<S> = output<S>;

  export interface ZodString extends ZodType<string> {}
  export interface ZodURL extends ZodType<string> {}
  export interface ZodISODateTime extends ZodType<string> {}
  export interface ZodNumber extends ZodType<number> {}
  export interface ZodInt extends ZodType<number> {}
  export interface ZodBoolean extends ZodType<boolean> {}
  export interface ZodUnknown extends ZodType<unknown> {}
  export interface ZodLiteral<T> extends ZodType<T> {}
  export interface ZodEnum<T> extends ZodType<T[keyof T]> {}
  export interface ZodArray<S> extends ZodType<output<S>[]> {}
  export interface ZodNullable<S> extends ZodType<output<S> | null> {}
  export interface ZodUnion<S extends readonly unknown[]> extends ZodType<output<S[number]>> {}
  export interface ZodRecord<K, V> extends ZodType<Record<output<K> & PropertyKey, output<V>>> {}
  export interface ZodDefault<S> extends ZodType<Exclude<output<S>, undefined>> {}
  export interface ZodPrefault<S> extends ZodType<output<S>> {}
  export interface ZodTransform<O = unknown, _I = unknown> extends ZodType<O> {}
  export interface ZodPipe<_A, B> extends ZodType<output<B>> {}
  export interface ZodOptional<S> extends ZodType<output<S> | undefined> {
    readonly mayBeAbsent: true;
  }
  export interface ZodExactOptional<S> extends ZodType<output<S>> {
    readonly mayBeAbsent: true;
  }

  export type ZodRawShape = Readonly<Record<string, ZodType>>;
  export type Absent<Shape> = {
    [K in keyof Shape]: Shape[K] extends { readonly mayBeAbsent: true } ? K : never;
  }[keyof Shape];
  export type Flat<T> = { [K in keyof T]: T[K] };
  export interface ZodObject<Shape = ZodRawShape, _Config = unknown>
    extends ZodType<
      Flat<
        { -readonly [K in Exclude<keyof Shape, Absent<Shape>>]: output<Shape[K]> } & {
          -readonly [K in Absent<Shape>]?: output<Shape[K]>;
        }
      >
    > {}

  export namespace core {
    export type $strip = unknown;
    export type $strict = unknown;
    export type $loose = unknown;
    export type $ZodTypeInternals<_Output = unknown, _Input = unknown> = unknown;
  }
}
