package io.github.freestep.benchmarks.app.view;

import static org.lwjgl.opengl.GL33C.*;

import io.github.freestep.benchmarks.examples.LwjglBoxes;
import io.github.freestep.tools.report.Resource;
import java.nio.FloatBuffer;
import java.util.List;
import org.lwjgl.BufferUtils;

/** Draws rectangles and text by OpenGL 3.3, as labels and sliders. For the thread that the context is current on. */
final class Canvas {
    static final int GREY = 0x9AA5B5;
    static final int WHITE = 0xE6EDF3;
    static final int DIM = 0x3A4453;
    static final int GREEN = 0x7EE787;

    /** The space between the edge of a part of the window and what is in it, in pixels of the font. */
    static final int EDGE = 8;

    private static final String SHEET_VERTICES = """
            layout(location = 0) in vec4 place;
            layout(location = 1) in vec3 tint;
            uniform vec2 pixels;
            flat out vec3 colour;
            void main() {
                colour = tint;
                vec2 at = (place.xy + vec2(gl_VertexID & 1, gl_VertexID >> 1) * place.zw) / pixels;
                gl_Position = vec4(at.x * 2.0 - 1.0, 1.0 - at.y * 2.0, 0, 1);
            }
            """;
    private static final String SHEET_PIXELS = """
            flat in vec3 colour;
            out vec4 pixel;
            void main() {
                pixel = vec4(colour, 1);
            }
            """;
    private static final int RECTANGLE_FLOATS = 7;
    private static final int LETTER_WIDTH = 6;
    private static final int LETTER_HEIGHT = 9;
    private static final int LETTERS_IN_ROW = 16;

    private final List<String> font =
            Resource.text(Canvas.class, "font.txt").lines().toList();
    private final int sheetProgram = LwjglBoxes.program(SHEET_VERTICES, SHEET_PIXELS);
    private final int sheet = glGenVertexArrays();
    private final int sheetBuffer = glGenBuffers();
    private final FloatBuffer rectangles = BufferUtils.createFloatBuffer(10_000 * RECTANGLE_FLOATS);
    private int width;
    private int height;

    Canvas() {
        glBindVertexArray(sheet);
        glBindBuffer(GL_ARRAY_BUFFER, sheetBuffer);
        LwjglBoxes.attribute(0, 4, RECTANGLE_FLOATS, 0);
        LwjglBoxes.attribute(1, 3, RECTANGLE_FLOATS, 4);
    }

    /** Returns how many pixels a pixel of the font has in a window. */
    static int scale(int wide, int high) {
        return Math.max(1, Math.min(wide / 640, high / 360));
    }

    /** Returns how wide a text is. */
    static int width(String text, int scale) {
        return text.length() * LETTER_WIDTH * scale;
    }

    void begin(int framebuffer, int wide, int high) {
        width = wide;
        height = high;
        rectangles.clear();
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glViewport(0, 0, wide, high);
        glClearColor(0.09f, 0.11f, 0.15f, 1);
        glClear(GL_COLOR_BUFFER_BIT);
    }

    /** Adds a rectangle, counted in pixels from the top left. Those that do not fit into the buffer are left out. */
    void area(float x, float y, float wide, float high, int rgb) {
        if (rectangles.remaining() >= RECTANGLE_FLOATS) {
            rectangles.put(x).put(y).put(wide).put(high);
            rectangles
                    .put((rgb >> 16 & 255) / 255f)
                    .put((rgb >> 8 & 255) / 255f)
                    .put((rgb & 255) / 255f);
        }
    }

    /** Adds printable ASCII, whose letters are {@code scale} pixels for each of the font. */
    void text(float x, float y, int scale, String text, int rgb) {
        for (int i = 0; i < text.length(); i++) {
            int letter = Math.min(Math.max(text.charAt(i), ' '), '~') - ' ';
            for (int row = 0; row < LETTER_HEIGHT; row++) {
                String line = font.get(letter / LETTERS_IN_ROW * (LETTER_HEIGHT + 1) + row);
                int first = letter % LETTERS_IN_ROW * LETTER_WIDTH;
                for (int from = first, to; from < first + LETTER_WIDTH - 1; from = to) {
                    for (to = from + 1; to < first + LETTER_WIDTH - 1 && line.charAt(to) == line.charAt(from); ) {
                        to++;
                    }
                    if (line.charAt(from) == '#') {
                        float left = x + (i * LETTER_WIDTH + from - first) * scale;
                        area(left, y + row * scale, (to - from) * scale, scale, rgb);
                    }
                }
            }
        }
    }

    /** Adds text whose lines are at most so wide. */
    void paragraph(float x, float y, float wide, int scale, String text, int rgb) {
        float right = x;
        float top = y;
        // Names of methods are longer than a line.
        for (String word : text.split("(?<=[ .(])")) {
            if (right > x && right + width(word.strip(), scale) > x + wide) {
                right = x;
                top += (LETTER_HEIGHT + 2) * scale;
            }
            text(right, top, scale, word, rgb);
            right += width(word, scale);
        }
    }

    /** Draws all that was added. */
    void end() {
        int count = rectangles.position() / RECTANGLE_FLOATS;
        glViewport(0, 0, width, height);
        glBindBuffer(GL_ARRAY_BUFFER, sheetBuffer);
        glBufferData(GL_ARRAY_BUFFER, rectangles.flip(), GL_STREAM_DRAW);
        glUseProgram(sheetProgram);
        glUniform2f(glGetUniformLocation(sheetProgram, "pixels"), width, height);
        glBindVertexArray(sheet);
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count);
    }
}
