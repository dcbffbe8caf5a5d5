package io.github.freestep.benchmarks.jmh.handoff;

/** A reference for one thread. The padding keeps it off the cache lines that other threads write to. */
@SuppressWarnings("unused")
final class PaddedReference<T> extends PaddedReferenceField<T> {
    private byte a00, a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14, a15;
    private byte b00, b01, b02, b03, b04, b05, b06, b07, b08, b09, b10, b11, b12, b13, b14, b15;
    private byte c00, c01, c02, c03, c04, c05, c06, c07, c08, c09, c10, c11, c12, c13, c14, c15;
    private byte d00, d01, d02, d03, d04, d05, d06, d07, d08, d09, d10, d11, d12, d13, d14, d15;
    private byte e00, e01, e02, e03, e04, e05, e06, e07, e08, e09, e10, e11, e12, e13, e14, e15;
    private byte f00, f01, f02, f03, f04, f05, f06, f07, f08, f09, f10, f11, f12, f13, f14, f15;
    private byte g00, g01, g02, g03, g04, g05, g06, g07, g08, g09, g10, g11, g12, g13, g14, g15;
    private byte h00, h01, h02, h03, h04, h05, h06, h07, h08, h09, h10, h11, h12, h13, h14, h15;

    PaddedReference(T value) {
        super(value);
    }
}

/** The reference itself: the superclass pads before it, the subclass after it. */
abstract class PaddedReferenceField<T> extends CacheLinePadding {
    T value;

    PaddedReferenceField(T value) {
        this.value = value;
    }
}
