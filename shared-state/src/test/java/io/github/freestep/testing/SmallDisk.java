package io.github.freestep.testing;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** A file on a disk with limited room. The write that fills it takes only a part of its bytes, as on a real disk. */
public class SmallDisk extends FileChannel {
    private final FileChannel file;
    private final boolean shrinks;
    private long room;

    /**
     * If it {@code shrinks}, it has no room left after it was once full: another program takes the space
     * freed by truncation.
     */
    public SmallDisk(FileChannel file, long room, boolean shrinks) {
        this.file = file;
        this.room = room;
        this.shrinks = shrinks;
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        int fits = (int) Math.min(from.remaining(), Math.max(0, room - file.size()));
        if (fits == 0) {
            room = shrinks ? 0 : room;
            throw new IOException("No space left on device");
        }
        int written = file.write(from.slice(from.position(), fits));
        from.position(from.position() + written);
        return written;
    }

    @Override
    public long size() throws IOException {
        return file.size();
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        file.truncate(size);
        return this;
    }

    @Override
    protected void implCloseChannel() throws IOException {
        file.close();
    }

    @Override
    public int read(ByteBuffer into) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long read(ByteBuffer[] into, int from, int count) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long write(ByteBuffer[] all, int from, int count) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long position() {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileChannel position(long to) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void force(boolean metaData) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long transferTo(long from, long count, WritableByteChannel into) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long transferFrom(ReadableByteChannel from, long to, long count) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int read(ByteBuffer into, long from) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int write(ByteBuffer from, long to) {
        throw new UnsupportedOperationException();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long from, long size) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileLock lock(long from, long size, boolean shared) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileLock tryLock(long from, long size, boolean shared) {
        throw new UnsupportedOperationException();
    }
}
