"""What was drawn by hand for the theatre liaodong-peninsula: positions, bends, ground.

Lines are given by a few vertices, (lon, lat); make_peninsula.py adds the small bends.
Each row says where it comes from: source=..., or "A" for an assumption of ours.
SPDX-License-Identifier: Apache-2.0
"""

GEONAMES = "GeoNames (CC BY 4.0)"
GAZETTEER = "全辽志 (1565), juan 1"
BOOK = "the chapter (see scenarios/jinzhou-pursuit/SOURCES.md)"
A = None  # an assumption

# The post road from the north gate of Jinzhou to the post at the ford, as one line.
POST_ROAD = [
    (121.7170, 39.1000), (121.7200, 39.1110), (121.7265, 39.1215), (121.7375, 39.1310), (121.7455, 39.1430),
    (121.7480, 39.1560), (121.7410, 39.1690), (121.7455, 39.1820), (121.7570, 39.1925), (121.7590, 39.2060),
    (121.7515, 39.2180), (121.7570, 39.2300), (121.7710, 39.2380), (121.7755, 39.2500), (121.7670, 39.2605),
    (121.7590, 39.2710), (121.7595, 39.2810), (121.7680, 39.2860), (121.7800, 39.2855), (121.7930, 39.2880),
    (121.7985, 39.2990), (121.8060, 39.3080), (121.8180, 39.3130), (121.8215, 39.3235), (121.8320, 39.3300),
    (121.8385, 39.3365), (121.8425, 39.3410),
]

# Stations on it by true kilometres from the gate; the last is the crossing itself.
# id, km, type, English, Chinese, basis, note
STATIONS = [
    ("pingshan-field", 3.0, "junction", "Field below Pingshan", "平山下", BOOK + "; km 3: an assumption", "plain below Pingshan, where the rear guard stands at dawn; the prisoners' 3 km to the north gate"),
    ("shilipu", 6.0, "camp", "Night camp at ten li", "十里铺", A, "night camp of the last column, km 6 (10 li = 5.8 km)"),
    ("ershilipu", 11.5, "village", "Twenty Li Post-house", "二十里铺", A, "post-houses (铺) stood every ten li; 20 li = 11.5 km"),
    ("sanshilipu", 17.3, "village", "Thirty Li Post-house", "三十里铺", A, "30 li = 17.3 km"),
    ("lingxia", 21.0, "junction", "Fork below the ridge", "岭下岔口", A, "here the plain ends and the road is squeezed between ridge and shore"),
    ("shanzui", 23.5, "bend", "Bend at the spur", "山嘴拐", BOOK + "; km 23-24: an assumption", "the bend round a spur where the relief meets the fugitives"),
    ("lingbei", 26.5, "junction", "Fork north of the ridge", "岭北岔口", A, "the country opens again"),
    ("wushilipu", 28.8, "village", "Fifty Li Post-house", "五十里铺", A, "50 li = 28.8 km"),
    ("zizhong", 32.0, "camp", "Baggage park", "辎重场", A, "where the guns and carts spent the night, km 32"),
    ("nan-ying", 34.5, "camp", "Camp on the south bank", "南岸营", BOOK + "; km 34.5: an assumption", "Mandahai's palisaded camp"),
]
TRUE_LENGTH_KM = 35.0  # an assumption: 1.2 times the straight 29 km; the 40 li of 全辽志 are too short

# Stretches of the post road: end station -> (tracks dry, tracks wet, relief or None)
STRETCHES = {
    "pingshan-field": (4, 2, None), "shilipu": (4, 2, None), "ershilipu": (3, 2, None), "sanshilipu": (3, 2, None),
    "lingxia": (2, 1, None), "shanzui": (1, 1, "hills"), "lingbei": (1, 1, "hills"), "wushilipu": (3, 2, None),
    "zizhong": (4, 2, None), "nan-ying": (4, 2, None), "baiqiankou": (3, 2, None),
}

# id, lon, lat, type, walled, precision, English, Chinese, basis, note
PLACES = [
    ("jinzhou", 121.717, 39.100, "city", True, "1.5 km", "Jinzhou", "金州", GEONAMES, "the guard city (金州卫); the post road leaves by the north gate"),
    ("lushun", 121.262, 38.808, "port", True, "1.5 km", "Lüshun", "旅顺", GEONAMES, "moved by some hundred metres on to the drawn shore"),
    ("muchang", 121.43, 38.98, "fort", True, "2 km", "Muchang fort", "木场堡", A, "redrawn to 2 km from the ground and the road; agrees with a modern historical atlas used only as a check"),
    ("shihe", 121.8460, 39.3438, "post", True, "2 km", "Shihe post", "石河驿", A, "half a kilometre beyond the ford, on the north bank; redrawn; named in 全辽志, the bank is ours"),
    ("fuzhou", 121.71, 39.73, "city", True, "2 km", "Fuzhou", "复州", A, "redrawn to 2 km; agrees with a modern historical atlas used only as a check"),
    ("xiongyue", 122.123, 40.177, "fort", True, "1 km", "Xiongyue", "熊岳", GEONAMES, "post station on the road to Gaizhou"),
    ("gaizhou", 122.362, 40.399, "city", True, "1 km", "Gaizhou", "盖州", GEONAMES, "the guard city (盖州卫), north bank of the Qing river"),
    ("luangu", 121.875, 39.525, "post", True, "5 km", "Luangu post", "栾古驿", A, "post station between Shihe and Fuzhou; its order on the road is known, its site only about"),
    ("wushizhai", 121.925, 39.955, "post", True, "5 km", "Wushizhai post", "五十寨驿", A, "post station between Fuzhou and Xiongyue; site only about"),
    ("yongning", 121.845, 39.835, "fort", True, "5 km", "Yongning stud", "永宁监", A, "walled government stud; site only about"),
    ("haitou", 121.962, 39.414, "village", False, "2 km", "Head of the Bay", "海头", A, "where every road north must round the head of the bay"),
    ("nanguan", 121.672, 39.062, "pass", False, "1 km", "South Pass", "南关岭", A, "the neck of the peninsula, 4 km from sea to sea on the drawn shore"),
    ("qingniwa", 121.605, 38.917, "port", False, "2 km", "Qingniwa", "青泥洼", A, "anchorage on the bay"),
    ("wanghaiguo", 121.935, 39.185, "fort", True, "2 km", "Wanghaiguo", "望海埚", A, "watch fort, famous for the victory over the sea robbers in 1419"),
    ("hongzui", 122.325, 39.425, "fort", True, "3 km", "Hongzui fort", "红嘴堡", A, "coast fort"),
    ("guifu", 122.470, 39.527, "fort", True, "3 km", "Guifu fort", "归服堡", A, "coast fort near the mouth of the Biliu, west bank"),
    ("huayuankou", 122.700, 39.568, "port", False, "2 km", "Huayuankou", "花园口", A, "open beach where boats land"),
    ("biliugu", 122.415, 40.060, "village", False, "5 km", "Upper Biliu", "碧流河谷", A, "hamlets in the upper valley, west bank"),
    ("yangguan", 121.540, 39.775, "fort", True, "4 km", "Yangguan fort", "羊官堡", A, "coast fort west of Fuzhou"),
    ("pingshan", 121.7270, 39.1410, "hill", False, "1 km", "Pingshan", "平山", GAZETTEER, "8 li (4.6 km) north of the city"),
    ("daheishan", 121.795, 39.112, "hill", True, "1 km", "Great Black Hill", "大黑山", A, "refuge wall on the hill east of the city"),
    ("qidingshan", 121.688, 39.205, "village", False, "2 km", "Seven Tops", "七顶山", A, "village under the coast ridge"),
    ("laomaoshan", 122.130, 39.880, "hill", False, "3 km", "Laomao Mountain", "老帽山", A, "the highest ground of the middle peninsula"),
]

# id, width, depths by month (January first), catchment km2, response, English, Chinese, basis, note, vertices downstream
DRY_WINTER = [0.5, 0.5, 0.6, 0.7, 0.7, 0.8, 1.0, 1.0, 0.8, 0.7, 0.6, 0.5]  # shares of the August depth
RIVERS = [
    ("shi-river", "60 m", 0.5, 180, "4 h", "Shi river", "石河", A,
     "taken as 金州北河, the river north of Jinzhou; 60 m wide and half a metre deep on an August morning; course from the lie of the land",
     [(121.962, 39.286), (121.930, 39.300), (121.900, 39.314), (121.868, 39.327), (121.8425, 39.3410), (121.829, 39.354), (121.822, 39.3662)]),
    ("dengsha-river", "40 m", 0.35, 150, "4 h", "Dengsha river", "登沙河", A, "course from general geography, to about 3 km",
     [(121.978, 39.272), (121.996, 39.255), (122.020, 39.235), (122.050, 39.212), (122.066, 39.1955)]),
    ("dasha-river", "90 m", 0.6, 980, "10 h", "Dasha river", "大沙河", A, "course from general geography, to about 3 km",
     [(122.120, 39.760), (122.095, 39.690), (122.105, 39.640), (122.135, 39.560), (122.170, 39.470), (122.185, 39.390), (122.205, 39.355), (122.2127, 39.3378)]),
    ("biliu-river", "150 m", 0.8, 2800, "16 h", "Biliu river", "碧流河", A, "course from general geography, to about 3 km",
     [(122.620, 40.300), (122.535, 40.200), (122.495, 40.080), (122.560, 39.970), (122.510, 39.860), (122.500, 39.770), (122.545, 39.680), (122.530, 39.600), (122.5258, 39.5435)]),
    ("ma-river", "30 m", 0.4, 200, "5 h", "Ma river", "麻河", GAZETTEER + "; course an assumption", "30 li south of Fuzhou",
     [(121.960, 39.640), (121.880, 39.620), (121.800, 39.600), (121.720, 39.578), (121.640, 39.560), (121.550, 39.5405)]),
    ("fuzhou-river", "100 m", 0.6, 1600, "12 h", "Fuzhou river", "复州河", A, "course from general geography, to about 3 km; passes south of the city",
     [(122.060, 39.860), (121.970, 39.800), (121.880, 39.755), (121.800, 39.730), (121.745, 39.712), (121.712, 39.706), (121.660, 39.665), (121.610, 39.630), (121.5728, 39.6065)]),
    ("fudu-river", "50 m", 0.45, 420, "7 h", "Fudu river", "浮渡河", A, "course from general geography, to about 3 km",
     [(122.200, 39.945), (122.120, 39.965), (122.040, 39.995), (121.968, 40.005), (121.8975, 40.0085)]),
    ("xiongyue-river", "60 m", 0.45, 350, "6 h", "Xiongyue river", "熊岳河", A, "course from general geography, to about 2 km; south of the town",
     [(122.360, 40.070), (122.280, 40.095), (122.200, 40.130), (122.117, 40.168), (122.075, 40.182), (122.0365, 40.1900)]),
    ("qing-river", "90 m", 0.6, 1450, "11 h", "Qing river", "大清河", A, "course from general geography, to about 2 km; south of the city",
     [(122.780, 40.420), (122.650, 40.425), (122.520, 40.400), (122.420, 40.385), (122.358, 40.384), (122.300, 40.395), (122.250, 40.390), (122.2062, 40.3900)]),
]

# id, river, lon, lat, type, width, depth offset, English, Chinese, basis, note
CROSSINGS = [
    ("baiqiankou", "shi-river", 121.8425, 39.3410, "ford", "8 m", "0 m", "Baiqiankou ford", "白浅口", BOOK, "the name is the chapter's; placed at the Shi river, 35 km by road from Jinzhou: an assumption"),
    ("dengsha-ford", "dengsha-river", 122.020, 39.235, "ford", "8 m", "0 m", "Dengsha ford", "登沙河渡", A, None),
    ("dasha-ford", "dasha-river", 122.185, 39.390, "ford", "8 m", "0 m", "Lower Dasha ford", "大沙河下渡", A, None),
    ("dasha-upper-ford", "dasha-river", 122.105, 39.640, "ford", "6 m", "-0.2 m", "Upper Dasha ford", "大沙河上渡", A, "shallower in the hills"),
    ("biliu-ford", "biliu-river", 122.530, 39.600, "ford", "6 m", "0 m", "Biliu ford", "碧流河渡", A, None),
    ("ma-ford", "ma-river", 121.800, 39.600, "ford", "8 m", "0 m", "Ma river ford", "麻河渡", A, "Qing second choice for the stand at a river"),
    ("fuzhou-ford", "fuzhou-river", 121.712, 39.706, "ford", "8 m", "0 m", "Fuzhou ford", "复州河渡", A, None),
    ("fudu-ford", "fudu-river", 121.968, 40.005, "ford", "8 m", "0 m", "Fudu ford", "浮渡河渡", A, None),
    ("xiongyue-ford", "xiongyue-river", 122.117, 40.168, "ford", "8 m", "0 m", "Xiongyue ford", "熊岳河渡", A, None),
    ("qing-ford", "qing-river", 122.358, 40.384, "ford", "8 m", "0 m", "Qing river ford", "大清河渡", A, None),
]

# from, to, class, English, Chinese, vertices between, options
ROADS = [
    ("jinzhou", "nanguan", "post", "Post road to Lüshun", "旅顺驿道", [(121.703, 39.083)], {}),
    ("nanguan", "muchang", "post", "Post road to Lüshun", "旅顺驿道", [(121.635, 39.045), (121.590, 39.030), (121.535, 39.020), (121.485, 39.000)], {"length": "27.1 km", "note": "1.2 times the straight line, as for every leg without a recorded distance"}),
    ("muchang", "lushun", "post", "Post road to Lüshun", "旅顺驿道", [(121.395, 38.950), (121.345, 38.912), (121.310, 38.868), (121.285, 38.832)], {"length": "29.9 km", "note": "1.2 times the straight line, as for every leg without a recorded distance"}),
    ("nanguan", "qingniwa", "road", "Bay road", "湾岸大路", [(121.645, 39.040), (121.612, 39.010), (121.575, 38.975), (121.568, 38.945), (121.585, 38.925)], {}),
    ("qingniwa", "lushun", "track", "South shore track", "南岸小路", [(121.560, 38.905), (121.505, 38.868), (121.450, 38.853), (121.402, 38.850), (121.350, 38.835), (121.300, 38.818)], {}),
    ("muchang", "qingniwa", "track", "Track over the waist", "腰岭小路", [(121.480, 38.962), (121.530, 38.932), (121.570, 38.915)], {}),
    ("jinzhou", "wanghaiguo", "road", "East road", "东路", [(121.760, 39.132), (121.820, 39.162), (121.880, 39.178)], {}),
    ("jinzhou", "daheishan", "path", "Path to the refuge", "上山径", [(121.750, 39.098), (121.780, 39.106)], {}),
    ("daheishan", "wanghaiguo", "path", "Path over the shoulder", "山肩径", [(121.830, 39.125), (121.885, 39.150)], {}),
    ("wanghaiguo", "dengsha-ford", "road", "East road", "东路", [(121.970, 39.208)], {}),
    ("dengsha-ford", "dasha-ford", "road", "East road", "东路", [(122.065, 39.262), (122.115, 39.305), (122.155, 39.352)], {}),
    ("dasha-ford", "hongzui", "road", "East road", "东路", [(122.235, 39.395), (122.280, 39.410)], {}),
    ("hongzui", "guifu", "road", "East road", "东路", [(122.375, 39.455), (122.430, 39.490)], {}),
    ("guifu", "biliu-ford", "road", "East road", "东路", [(122.480, 39.555), (122.508, 39.585)], {}),
    ("biliu-ford", "huayuankou", "road", "East road", "东路", [(122.575, 39.605), (122.640, 39.592)], {}),
    ("pingshan-field", "pingshan", "path", "Path up Pingshan", "平山径", [], {}),
    ("jinzhou", "qidingshan", "track", "Shore track", "海岸小路", [(121.708, 39.125), (121.700, 39.150), (121.690, 39.178)], {"tracks_dry": 2, "tracks_wet": 1}),
    ("qidingshan", "sanshilipu", "track", "Shore track", "海岸小路", [(121.715, 39.225), (121.745, 39.238)], {}),
    ("qidingshan", "wushilipu", "path", "Strand path", "滩径", [(121.700, 39.240), (121.728, 39.272), (121.758, 39.302), (121.790, 39.318)], {"note": "round the spur by the strand; foot and led horses"}),
    ("pingshan-field", "ershilipu", "track", "Field track", "田间小路", [(121.715, 39.135), (121.722, 39.165), (121.738, 39.198)], {"tracks_dry": 2, "tracks_wet": 1, "note": "beside the post road, west of Pingshan"}),
    ("ershilipu", "lingbei", "path", "Ridge path", "岭上径", [(121.767, 39.192), (121.790, 39.218), (121.808, 39.245), (121.815, 39.275)], {"note": "over the ridge behind the spur, known to woodcutters"}),
    ("lingbei", "wanghaiguo", "path", "Path behind Little Black Hill", "小黑山后径", [(121.838, 39.272), (121.870, 39.245), (121.892, 39.212)], {}),
    ("wushilipu", "nan-ying", "track", "Field track", "田间小路", [(121.805, 39.328), (121.822, 39.338)], {"tracks_dry": 2, "tracks_wet": 1}),
    ("shihe", "haitou", "post", "Post road to Fuzhou", "复州驿道", [(121.870, 39.360), (121.905, 39.372), (121.945, 39.388)], {}),
    ("haitou", "luangu", "post", "Post road to Fuzhou", "复州驿道", [(121.955, 39.440), (121.920, 39.475)], {}),
    ("luangu", "ma-ford", "post", "Post road to Fuzhou", "复州驿道", [(121.850, 39.560), (121.815, 39.585)], {}),
    ("ma-ford", "fuzhou-ford", "post", "Post road to Fuzhou", "复州驿道", [(121.785, 39.630), (121.745, 39.670)], {}),
    ("fuzhou-ford", "fuzhou", "post", "Post road to Fuzhou", "复州驿道", [], {}),
    ("haitou", "dasha-ford", "road", "Road across the neck", "横路", [(122.030, 39.425), (122.100, 39.420), (122.150, 39.400)], {}),
    ("luangu", "dasha-upper-ford", "track", "Hill track", "山间小路", [(121.950, 39.565), (122.030, 39.610)], {}),
    ("dasha-upper-ford", "hongzui", "track", "Valley track", "河谷小路", [(122.180, 39.590), (122.240, 39.520), (122.290, 39.460)], {}),
    ("fuzhou-ford", "dasha-upper-ford", "track", "Hill track", "山间小路", [(121.800, 39.692), (121.920, 39.690), (122.030, 39.668)], {}),
    ("fuzhou", "yangguan", "track", "Track to the west shore", "西海小路", [(121.650, 39.750), (121.590, 39.770)], {}),
    ("yangguan", "wushizhai", "track", "Shore track", "海岸小路", [(121.600, 39.820), (121.700, 39.872), (121.800, 39.910)], {}),
    ("fuzhou", "wushizhai", "post", "Post road to Gaizhou", "盖州驿道", [(121.730, 39.795), (121.780, 39.855), (121.850, 39.905)], {"length": "37.3 km", "note": "1.2 times the straight line, as for every leg without a recorded distance"}),
    ("fuzhou", "yongning", "road", "Road to the stud", "监城大路", [(121.765, 39.770), (121.810, 39.800)], {}),
    ("yongning", "wushizhai", "road", "Road to the stud", "监城大路", [(121.885, 39.890)], {}),
    ("yongning", "laomaoshan", "path", "Path to Laomao", "老帽山径", [(121.930, 39.845), (122.030, 39.885)], {}),
    ("laomaoshan", "biliugu", "path", "Path over the spine", "过岭径", [(122.200, 39.890), (122.290, 39.950), (122.360, 40.010)], {}),
    ("wushizhai", "fudu-ford", "post", "Post road to Gaizhou", "盖州驿道", [(121.950, 39.980)], {"length": "7.7 km", "note": "1.2 times the straight line, as for every leg without a recorded distance"}),
    ("fudu-ford", "xiongyue-ford", "post", "Post road to Gaizhou", "盖州驿道", [(121.995, 40.060), (122.050, 40.115)], {"length": "26.3 km", "note": "1.2 times the straight line, as for every leg without a recorded distance"}),
    ("xiongyue-ford", "xiongyue", "post", "Post road to Gaizhou", "盖州驿道", [], {}),
    ("xiongyue", "qing-ford", "post", "Post road to Gaizhou", "盖州驿道", [(122.165, 40.235), (122.220, 40.300), (122.300, 40.350)], {"length": "36.5 km", "note": "1.2 times the straight line, as for every leg without a recorded distance"}),
    ("qing-ford", "gaizhou", "post", "Post road to Gaizhou", "盖州驿道", [], {}),
    ("xiongyue", "biliugu", "path", "Path over the spine", "过岭径", [(122.215, 40.178), (122.310, 40.150), (122.385, 40.105)], {}),
    ("biliugu", "qing-ford", "track", "Valley track", "河谷小路", [(122.425, 40.150), (122.410, 40.260), (122.390, 40.340)], {}),
    ("guifu", "biliugu", "track", "Valley track", "河谷小路", [(122.450, 39.640), (122.440, 39.770), (122.440, 39.880), (122.450, 39.980)], {}),
]

# id, relief, cover, soil, English, Chinese, note, ring. Later ones lie on top.
GROUND = [
    ("lowland", "rolling", "mixed", "loam", "Low country", "丘陵平野", "everything that is not drawn otherwise: heights of 30 to 150 m in the 5-minute grid; farms fallen to waste",
     [(121.00, 38.66), (121.75, 38.66), (122.90, 39.00), (123.00, 39.60), (123.00, 40.65), (122.10, 40.65), (121.85, 40.10), (121.35, 39.80), (121.15, 39.35), (121.55, 39.20), (121.50, 39.07), (121.00, 39.00)]),
    ("lushun-hills", "hills", "mixed", "stone", "Hills of Lüshun", "旅顺诸山", "76 to 91 m in the grid, which levels the tops",
     [(121.09, 38.74), (121.20, 38.71), (121.30, 38.775), (121.42, 38.79), (121.52, 38.83), (121.57, 38.87), (121.55, 38.91), (121.46, 38.90), (121.38, 38.90), (121.33, 38.90), (121.28, 38.86), (121.20, 38.90), (121.12, 38.89)]),
    ("jinzhou-plain", "plain", "fields", "clay", "Plain of Jinzhou", "金州平野", "under 50 m; the ploughland of the guard, clay that rain turns to mud",
     [(121.690, 39.085), (121.720, 39.080), (121.745, 39.100), (121.755, 39.130), (121.768, 39.160), (121.775, 39.195), (121.785, 39.225), (121.785, 39.250), (121.768, 39.264), (121.745, 39.262), (121.728, 39.240), (121.725, 39.205), (121.715, 39.170), (121.700, 39.145)]),
    ("shihe-plain", "plain", "fields", "clay", "Plain of the Shi river", "石河平野", "under 50 m in the grid",
     [(121.770, 39.300), (121.800, 39.292), (121.815, 39.300), (121.835, 39.312), (121.865, 39.322), (121.885, 39.335), (121.880, 39.360), (121.850, 39.368), (121.800, 39.365), (121.755, 39.345), (121.750, 39.320)]),
    ("coast-ridge", "hills", "open", "stone", "Coast ridge", "七顶山岭", "99 to 121 m in the grid",
     [(121.630, 39.165), (121.660, 39.165), (121.676, 39.185), (121.678, 39.215), (121.670, 39.240), (121.640, 39.245), (121.615, 39.235), (121.620, 39.200)]),
    ("black-hill", "mountain", "wood", "stone", "Great Black Hill", "大黑山", "bold hill east of the city; too narrow for the 5-minute grid",
     [(121.762, 39.098), (121.785, 39.085), (121.815, 39.090), (121.835, 39.110), (121.825, 39.135), (121.795, 39.140), (121.770, 39.125)]),
    ("little-black-hill", "hills", "wood", "stone", "Little Black Hill and its spur", "小黑山及山嘴", "the ridge whose western spur the post road rounds at km 23-24; drawn from the lie of the road and shore",
     [(121.762, 39.2835), (121.768, 39.274), (121.785, 39.262), (121.795, 39.240), (121.800, 39.210), (121.815, 39.190), (121.850, 39.195), (121.880, 39.225), (121.915, 39.235), (121.950, 39.250), (121.975, 39.280), (121.970, 39.315), (121.935, 39.320), (121.895, 39.305), (121.860, 39.305), (121.830, 39.295), (121.805, 39.287), (121.785, 39.2815)]),
    ("pingshan-hill", "hills", "open", "stone", "Pingshan", "平山", "8 li north of the city",
     [(121.719, 39.136), (121.731, 39.1335), (121.738, 39.139), (121.737, 39.148), (121.726, 39.151), (121.718, 39.145)]),
    ("bay-flats", "plain", "marsh", "clay", "Flats at the head of the bay", "海头滩涂", "salt flats inside the bay",
     [(121.860, 39.392), (121.905, 39.388), (121.940, 39.396), (121.948, 39.408), (121.930, 39.418), (121.885, 39.415), (121.855, 39.405)]),
    ("fuzhou-plain", "plain", "fields", "loam", "Plain of Fuzhou", "复州平野", "60 to 90 m in the grid, level along the river",
     [(121.590, 39.640), (121.630, 39.630), (121.700, 39.670), (121.780, 39.700), (121.800, 39.725), (121.770, 39.760), (121.710, 39.765), (121.640, 39.745), (121.600, 39.700)]),
    ("fuzhou-flats", "plain", "marsh", "clay", "Salt flats of Fuzhou bay", "复州湾盐滩", "at sea level",
     [(121.545, 39.545), (121.580, 39.550), (121.600, 39.590), (121.605, 39.630), (121.585, 39.645), (121.550, 39.625), (121.560, 39.600), (121.540, 39.575)]),
    ("luangu-hills", "hills", "mixed", "stone", "Hills of Luangu", "栾古诸山", "76 to 122 m in the grid",
     [(121.890, 39.470), (121.960, 39.480), (122.060, 39.540), (122.080, 39.620), (122.060, 39.660), (121.950, 39.660), (121.900, 39.600), (121.890, 39.545), (121.865, 39.500)]),
    ("middle-hills", "hills", "mixed", "stone", "Middle hills", "中部丘陵", "122 to 213 m in the grid",
     [(121.860, 39.770), (121.960, 39.720), (122.060, 39.690), (122.110, 39.720), (122.160, 39.780), (122.300, 39.800), (122.400, 39.740), (122.470, 39.760), (122.490, 39.860), (122.620, 39.850), (122.700, 39.950), (122.860, 40.020), (123.000, 40.060), (123.000, 40.560), (122.450, 40.560), (122.380, 40.480), (122.300, 40.420), (122.280, 40.340), (122.180, 40.260), (122.130, 40.180), (122.060, 40.080), (122.020, 40.020), (121.950, 39.900), (121.860, 39.830)]),
    ("laomao", "mountain", "wood", "stone", "Laomao Mountain", "老帽山", "183 to 305 m in the grid, which levels the tops",
     [(122.060, 39.900), (122.080, 39.860), (122.140, 39.840), (122.210, 39.860), (122.230, 39.920), (122.180, 39.935), (122.110, 39.945)]),
    ("spine-west", "mountain", "wood", "stone", "Spine west of the Biliu", "碧流河西大岭", "305 to 457 m in the grid",
     [(122.090, 40.090), (122.160, 40.030), (122.260, 39.985), (122.340, 40.020), (122.395, 40.045), (122.400, 40.120), (122.395, 40.220), (122.370, 40.320), (122.320, 40.330), (122.250, 40.290), (122.190, 40.230), (122.160, 40.190), (122.220, 40.150), (122.150, 40.130)]),
    ("spine-east", "mountain", "wood", "stone", "Spine east of the Biliu", "碧流河东大岭", "366 to 823 m in the grid, the highest of the peninsula",
     [(122.520, 40.050), (122.600, 40.020), (122.700, 40.060), (122.860, 40.140), (122.880, 40.300), (122.760, 40.330), (122.760, 40.390), (122.640, 40.400), (122.560, 40.385), (122.470, 40.350), (122.460, 40.220), (122.490, 40.150)]),
    ("spine-north", "mountain", "wood", "stone", "Spine north of the Qing river", "大清河北大岭", "366 to 823 m in the grid",
     [(122.500, 40.440), (122.650, 40.440), (122.760, 40.450), (122.800, 40.520), (122.760, 40.600), (122.640, 40.600), (122.540, 40.540)]),
    ("xiongyue-plain", "plain", "fields", "loam", "Plain of Xiongyue", "熊岳平野", "the coast strip, orchards and fields",
     [(122.000, 40.130), (122.060, 40.140), (122.110, 40.155), (122.135, 40.180), (122.150, 40.220), (122.120, 40.240), (122.050, 40.190)]),
    ("gaizhou-plain", "plain", "fields", "clay", "Plain of Gaizhou", "盖州平野", "under 50 m by the river and the shore",
     [(122.170, 40.335), (122.240, 40.330), (122.300, 40.360), (122.390, 40.375), (122.400, 40.405), (122.350, 40.430), (122.270, 40.460), (122.210, 40.430), (122.200, 40.380)]),
    ("gaizhou-flats", "plain", "marsh", "clay", "Flats at the Qing river's mouth", "大清河口滩涂", "at sea level",
     [(122.204, 40.375), (122.225, 40.378), (122.232, 40.395), (122.225, 40.410), (122.205, 40.415)]),
    ("biliu-flats", "plain", "marsh", "clay", "Flats at the Biliu's mouth", "碧流河口滩涂", "at sea level",
     [(122.500, 39.512), (122.515, 39.530), (122.535, 39.545), (122.520, 39.560), (122.495, 39.545), (122.485, 39.520)]),
    ("dasha-plain", "plain", "fields", "sand", "Plain of the lower Dasha", "大沙河平野", "0 to 15 m in the grid",
     [(122.140, 39.370), (122.200, 39.345), (122.260, 39.345), (122.300, 39.385), (122.290, 39.420), (122.220, 39.440), (122.170, 39.460), (122.140, 39.420)]),
]

ISLAND_NAMES = {
    "长兴岛": ("changsheng-island", "Changsheng Island", "长生岛"),
    "广鹿岛": ("guanglu-island", "Guanglu Island", "广鹿岛"),
    "大长山岛": ("great-changshan-island", "Great Changshan Island", "大长山岛"),
    "小长山岛": ("little-changshan-island", "Little Changshan Island", "小长山岛"),
}
