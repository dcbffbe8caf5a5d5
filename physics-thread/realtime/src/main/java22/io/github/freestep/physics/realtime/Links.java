package io.github.freestep.physics.realtime;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/** Links calls of C. Stateless. */
final class Links {
    private Links() {}

    /** Links a call. Call it only if native access is enabled, because the JVM warns otherwise. */
    @SuppressWarnings("restricted")
    static MethodHandle link(SymbolLookup library, String name, FunctionDescriptor types, Linker.Option... options) {
        MemorySegment function =
                library.find(name).orElseThrow(() -> new UnsatisfiedLinkError("the C library has no " + name));
        return Linker.nativeLinker().downcallHandle(function, types, options);
    }

    /** Returns the error to throw. The method handle declares Throwable, but a call of C throws nothing. */
    static Error unchecked(Throwable failure) {
        if (failure instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        return failure instanceof Error error ? error : new AssertionError(failure);
    }
}
