package io.github.freestep.net.codec;

/** Reads what {@link BitEncoder} and {@link Bits} wrote. For one thread; allocates nothing. */
public final class BitDecoder extends Decoder {
    private final int[] likely;
    private byte[] bytes = new byte[0];
    private int position;
    private int end;

    /** @param likely as of the encoder */
    public BitDecoder(CoderModels models, int[] likely) {
        super(models);
        this.likely = likely;
    }

    @Override
    public void open(byte[] bytes, int offset, int end) {
        reset();
        this.bytes = bytes;
        this.end = end * Byte.SIZE;
        position = offset * Byte.SIZE;
    }

    /** Reads bits, from 0 to 32. */
    public int read(int count) {
        // Beyond the end it reads any bits, and isBeyond says so.
        int at = Math.min(position >>> 3, bytes.length - Long.BYTES);
        long word = at < 0 ? 0 : (long) Bits.LONGS.get(bytes, at);
        int shift = position - at * Byte.SIZE;
        position += position > end ? 0 : count;
        return shift >= Long.SIZE ? 0 : (int) (word >>> shift & (1L << count) - 1);
    }

    @Override
    int bit(int model, int ignored) {
        return read(1);
    }

    @Override
    int symbol(int model, int ignored) {
        boolean isLikely = likely[model] != BitEncoder.UNLIKELY && read(1) == 0;
        return isLikely ? likely[model] + read(BitEncoder.LIKELY) : read(BitEncoder.SIZE);
    }

    @Override
    public int plain(int count, int ignored) {
        return read(count);
    }

    @Override
    int bits(int count, int ignored) {
        return read(count);
    }

    @Override
    public boolean isBeyond() {
        return position > end;
    }

    @Override
    public boolean isAtEnd() {
        int left = end - position;
        return left >= 0 && left < Byte.SIZE && read(left) == 0;
    }
}
