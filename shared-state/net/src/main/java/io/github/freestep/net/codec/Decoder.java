package io.github.freestep.net.codec;

/** A coder that reads. Reads zeros or anything beyond the end, and never throws because of what it reads. */
public abstract class Decoder extends RangeCoder {
    Decoder(CoderModels models) {
        super(models);
    }

    /** @param offset at least 8 */
    public abstract void open(byte[] bytes, int offset, int end);

    /** Whether it has read so far beyond the end that no encoder can have written this. */
    public abstract boolean isBeyond();

    /** Whether it has read exactly what an encoder has written. */
    public abstract boolean isAtEnd();
}
