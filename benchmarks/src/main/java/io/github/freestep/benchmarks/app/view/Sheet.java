package io.github.freestep.benchmarks.app.view;

import static org.lwjgl.opengl.GL33C.*;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import org.lwjgl.BufferUtils;

/** Letters and filled areas over the picture: rectangles in one buffer. Refilling it for a frame allocates nothing. */
final class Sheet {
    private static final int CAPACITY = 8_192;
    private static final int FLOATS = 12;

    private final Program program = new Program("sheet.vert", null, "sheet.frag");
    private final int shape = glGenVertexArrays();
    private final int buffer = glGenBuffers();
    private final int letters = glGenTextures();
    private final FloatBuffer rectangles = BufferUtils.createFloatBuffer(CAPACITY * FLOATS);

    /** Screen pixels per pixel of the font. */
    private int scale = 1;

    Sheet() {
        glBindVertexArray(shape);
        glBindBuffer(GL_ARRAY_BUFFER, buffer);
        for (int location = 0; location < 3; location++) {
            Boxes.attribute(location, 4, GL_FLOAT, FLOATS * Float.BYTES, location * 4 * Float.BYTES);
        }
        glBindTexture(GL_TEXTURE_2D, letters);
        ByteBuffer font = BufferUtils.createByteBuffer(Font.SHEET_WIDTH * Font.SHEET_HEIGHT);
        font.put(new Font().sheet()).flip();
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, Font.SHEET_WIDTH, Font.SHEET_HEIGHT, 0, GL_RED, GL_UNSIGNED_BYTE, font);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    }

    void begin(int fontScale) {
        scale = fontScale;
        rectangles.clear();
    }

    /** Returns the distance from one letter to the next. */
    int advance() {
        return Font.WIDTH * scale;
    }

    int lineHeight() {
        return (Font.HEIGHT + 3) * scale;
    }

    /** Adds text at the top left of its first letter. */
    void text(float x, float y, String text, int rgba) {
        // At a fraction of a pixel, a letter would show a part of its neighbour in the font.
        float left = Math.round(x);
        float top = Math.round(y);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != ' ') {
                add(left + i * advance(), top, advance(), Font.HEIGHT * scale, c, rgba);
            }
        }
    }

    void area(float x, float y, float width, float height, int rgba) {
        add(x, y, width, height, Font.AREA, rgba);
    }

    /** Ignores rectangles beyond the capacity of the buffer. */
    private void add(float x, float y, float width, float height, char c, int rgba) {
        if (rectangles.remaining() < FLOATS) {
            return;
        }
        rectangles.put(x).put(y).put(width).put(height);
        rectangles.put((float) Font.column(c) * Font.WIDTH / Font.SHEET_WIDTH);
        rectangles.put((float) Font.row(c) * (Font.HEIGHT + 1) / Font.SHEET_HEIGHT);
        rectangles.put((float) Font.WIDTH / Font.SHEET_WIDTH);
        rectangles.put((float) Font.HEIGHT / Font.SHEET_HEIGHT);
        for (int shift = 24; shift >= 0; shift -= 8) {
            rectangles.put((rgba >>> shift & 255) / 255f);
        }
    }

    void draw(int width, int height) {
        int count = rectangles.position() / FLOATS;
        glViewport(0, 0, width, height);
        glDisable(GL_DEPTH_TEST);
        glDisable(GL_CULL_FACE);
        glEnable(GL_BLEND);
        glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
        glBindBuffer(GL_ARRAY_BUFFER, buffer);
        glBufferData(GL_ARRAY_BUFFER, rectangles.flip(), GL_STREAM_DRAW);
        glBindTexture(GL_TEXTURE_2D, letters);
        program.use();
        program.set("pixels", width, height);
        program.set("font", 0);
        glBindVertexArray(shape);
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count);
        glDisable(GL_BLEND);
    }
}
