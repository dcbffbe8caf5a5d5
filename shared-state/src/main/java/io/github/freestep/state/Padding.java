package io.github.freestep.state;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * 128 bytes in front of the fields of a subclass: two cache lines, because processors fetch lines in pairs. The virtual
 * machine places the fields of a superclass first. It may reorder fields of different sizes, so all fields here are
 * bytes. A class that also needs padding behind its fields has a subclass with 144 bytes: the virtual machine may fill
 * alignment gaps in front of the subclass with some of them, and at least 128 must stay behind the fields. Rejected:
 * {@code @Contended}, which would do all of this, but needs a flag on the host's command line.
 */
@SuppressWarnings("unused")
abstract class Padding {
    private byte a00, a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14, a15;
    private byte b00, b01, b02, b03, b04, b05, b06, b07, b08, b09, b10, b11, b12, b13, b14, b15;
    private byte c00, c01, c02, c03, c04, c05, c06, c07, c08, c09, c10, c11, c12, c13, c14, c15;
    private byte d00, d01, d02, d03, d04, d05, d06, d07, d08, d09, d10, d11, d12, d13, d14, d15;
    private byte e00, e01, e02, e03, e04, e05, e06, e07, e08, e09, e10, e11, e12, e13, e14, e15;
    private byte f00, f01, f02, f03, f04, f05, f06, f07, f08, f09, f10, f11, f12, f13, f14, f15;
    private byte g00, g01, g02, g03, g04, g05, g06, g07, g08, g09, g10, g11, g12, g13, g14, g15;
    private byte h00, h01, h02, h03, h04, h05, h06, h07, h08, h09, h10, h11, h12, h13, h14, h15;

    /** Returns access to a field of the class that looks it up. */
    static VarHandle access(MethodHandles.Lookup lookup, String field, Class<?> type) {
        try {
            return lookup.findVarHandle(lookup.lookupClass(), field, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
