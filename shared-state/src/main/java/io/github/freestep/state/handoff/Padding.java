package io.github.freestep.state.handoff;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * 128 bytes in front of the fields of a subclass: two cache lines, because processors fetch lines in pairs. The virtual
 * machine places the fields of a superclass first. It may reorder fields of different sizes, so all fields here are
 * ints, which leave no gap behind the header of an object that a field of a subclass could fill. A class that also
 * needs padding behind its fields has a subclass with 144 bytes: the virtual machine may fill alignment gaps in front
 * of the subclass with some of them, and at least 128 must stay behind the fields. Rejected: {@code @Contended}, which
 * would do all of this, but needs a flag on the host's command line.
 */
@SuppressWarnings("unused")
public abstract class Padding {
    private int a00, a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19;
    private int a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31;

    /**
     * Returns access to a field of the class that looks it up.
     *
     * @hidden because a type that users see inherits it
     */
    protected static VarHandle access(MethodHandles.Lookup lookup, String field, Class<?> type) {
        try {
            return lookup.findVarHandle(lookup.lookupClass(), field, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
