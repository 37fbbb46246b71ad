# SPDX-License-Identifier: Apache-2.0
"""Pictures for tests/cli/train-pictures.sh, drawn into the working folder: train and test hold those of three classes
in extents of their own, same and same-npy the same ones of 16 by 16, as PNG and as arrays; wrong, files that are not
what they say."""
import os
import random
import struct
import zlib


def chunk(kind, data):
    return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))


def png(path, w, h, rows, colour=2, depth=8):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'wb') as f:
        f.write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', w, h, depth, colour, 0, 0, 0)) +
                chunk(b'IDAT', zlib.compress(b''.join(b'\0' + r for r in rows))) + chunk(b'IEND', b''))


def npy(path, descr, shape, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    head = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (descr, shape)
    head += ' ' * (-(len(head) + 11) % 64) + '\n'
    with open(path, 'wb') as f:
        f.write(b'\x93NUMPY\1\0' + struct.pack('<H', len(head)) + head.encode() + data)


def draw(kind, w, h):
    """Three numbers for each pixel of each row."""
    low, high = [random.randint(0, 90) for _ in range(3)], [random.randint(160, 255) for _ in range(3)]
    t = random.randint(3, 5)
    on = {'bars': lambda x, y: y // t % 2, 'columns': lambda x, y: x // t % 2,
          'dots': lambda x, y: (x // t % 2) & (y // t % 2)}[kind]
    return [[low if on(x, y) else high for x in range(w)] for y in range(h)]


def write(path, w, h, pixels):
    png(path, w, h, [bytes(v for p in row for v in p) for row in pixels])


random.seed(1)
for part, n in (('train', 40), ('test', 10)):
    for kind in ('bars', 'columns', 'dots'):
        for i in range(n):
            w, h = random.randint(12, 24), random.randint(12, 24)
            write(f'{part}/{kind}/{i:03}.png', w, h, draw(kind, w, h))
values, classes = [], []
for c, kind in enumerate(('bars', 'columns', 'dots')):
    for i in range(8):
        pixels = draw(kind, 16, 16)
        write(f'same/{kind}/{i}.png', 16, 16, pixels)
        values += [pixels[y][x][k] / 255 for k in range(3) for y in range(16) for x in range(16)]
        classes.append(c)
npy('same-npy/x.npy', '<f4', (24, 3, 16, 16), struct.pack('<%df' % len(values), *values))
npy('same-npy/class.npy', '<i8', (24,), struct.pack('<24q', *classes))

# Three by two pixels, enlarged without a change of their mean; the middle of a wide one; other kinds of PNG.
png('grey/a/1.png', 32, 16, [bytes([200] * 8 + [100] * 16 + [200] * 8)] * 16, colour=0)
png('grey/b/1.png', 16, 16, [struct.pack('>16H', *[100 * 257] * 16)] * 16, colour=0, depth=16)
png('grey/c/1.png', 16, 16, [bytes([100, 255] * 16)] * 16, colour=4)
png('grey/d/1.png', 32, 32, [bytes([x % 2 * 200 for x in range(32)])] * 32, colour=0)

whole = open('train/dots/000.png', 'rb').read()
for name, data in (('cut', whole[:len(whole) // 2]), ('head', whole[:20]), ('flipped', whole[:60] + b'????' + whole[64:]),
                   ('text', b'no picture'), ('empty', b''),
                   ('bomb', whole[:8] + chunk(b'IHDR', struct.pack('>IIBBBBB', 60000, 60000, 8, 2, 0, 0, 0)) +
                    chunk(b'IDAT', zlib.compress(bytes(1 << 20))) + chunk(b'IEND', b'')),
                   ('wide', whole[:8] + chunk(b'IHDR', struct.pack('>IIBBBBB', 2000000, 1, 8, 2, 0, 0, 0)) +
                    chunk(b'IDAT', zlib.compress(bytes(1 << 20))) + chunk(b'IEND', b''))):
    os.makedirs(f'wrong-{name}/dots')
    with open(f'wrong-{name}/dots/{name}.png', 'wb') as f:
        f.write(data)
